const itemList = '/item/index'

/**
 * Returns the redirect target of a sign-in link: the path it names, or the item list. Source: specification 5, redirect
 * targets.
 */
export const parseRedirectTarget = (redirect: string | undefined): string =>
  redirect !== undefined && /^\/[A-Za-z0-9/:?._*+-]*$/.test(redirect) && !redirect.includes('//') ? redirect : itemList
