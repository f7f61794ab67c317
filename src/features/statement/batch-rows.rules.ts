/** A month in an address: 'YYYY-MM'. There is no year 0. */
export const monthForm = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;

/** A year in an address. */
export const yearForm = /^(?!0000)\d{4}$/;
