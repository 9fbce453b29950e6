/** Placeholder that the server returns for a stored secret. Sending it back keeps the stored secret. */
export const passwordMask = '********'
