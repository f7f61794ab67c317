// The values and errors of a form's fields; its inputs are addressed as in `form.getInputProps('prices.0.price')`.
export { type UseFormReturnType as FormOf, useForm } from '@mantine/form';
