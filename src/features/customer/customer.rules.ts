/** The form of a customer's ID, which is the code of the coupon generator. */
export const customerIdForm = /^[A-Z0-9_-]{3,12}$/;
