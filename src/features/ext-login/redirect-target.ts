const itemList = '/item/index'

/** Where to go after a sign-in link: the path it asks for, or the item list. Source: specification 5, redirect targets. */
export const parseRedirectTarget = (redirect: string | undefined): string =>
  redirect !== undefined && /^\/[A-Za-z0-9/:?._*+-]*$/.test(redirect) && !redirect.includes('//') ? redirect : itemList
