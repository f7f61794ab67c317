import type { ComponentProps } from 'react';

/**
 * Controls without a field of their own: they stand in a cell, a line or a `Field` that names them, and look as these
 * say. All others are an `Input`, a `Textarea`, a `Select` or a `Checkbox`.
 */
export const BareInput = (props: ComponentProps<'input'>) => <input {...props} />;

/** A text of several lines in a cell. */
export const BareTextarea = (props: ComponentProps<'textarea'>) => <textarea {...props} />;

/** A choice of a few; its options are its children. */
export const BareSelect = (props: ComponentProps<'select'>) => <select {...props} />;
