/** What the server shows in place of a stored secret. Sent back, it keeps what is stored. */
export const passwordMask = '********'
