import { type ApiRow, apiRow } from '#shared/api-doc/api-page-json.ts'

/** Splits an address into its base and its query rows. Variables in braces, `{{host}}`, stay unchanged. */
export function splitUrl(raw: string): { url: string; query: ApiRow[] } {
  const [before = '', ...rest] = raw.split('?')
  const [search = '', ...hash] = rest.join('?').split('#')
  const query = search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=')
      return apiRow(decoded(name), { value: decoded(value.join('=')), require: '1' })
    })
  return { url: hash.length > 0 ? `${before}#${hash.join('#')}` : before, query }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a lone % is not an escape and stays unchanged
  }
}
