/** An address of an API page, in the parts that OpenAPI has. */
interface Address {
  /** The server before the path; empty when the page names none. */
  base: string
  /** With `{name}` for its variables; begins with a slash. */
  path: string
  /** The query in the address, by name. */
  query: [name: string, value: string][]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text // a lone % is not an escape and stays unchanged
  }
}

/**
 * Splits an address: `https://shop.test/v1/orders/:id?page=1` and `{{host}}/orders/{id}`. Colons before a name become
 * braces.
 */
export function splitAddress(url: string): Address {
  const [address = '', ...rest] = url.trim().split('?')
  const [search = ''] = rest.join('?').split('#')
  const [place = ''] = address.split('#')
  const found = /^((?:[a-z][a-z0-9+.-]*:)?\/\/[^/]*|\{\{[^{}]*\}\}[^/]*)(.*)$/i.exec(place)
  const [base, path] = found ? [found[1] ?? '', found[2] ?? ''] : ['', place]
  const whole = (path.startsWith('/') ? path : `/${path}`)
    .replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, '{$1}')
    .replaceAll(/\/:([\p{L}_][\p{L}\p{N}_-]*)/gu, '/{$1}')
  const query = search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const [name = '', ...value] = pair.split('=')
      return [decoded(name), decoded(value.join('='))]
    })
  return { base, path: whole, query }
}

/** Returns the names of the variables of a path, in order. */
export const pathVariables = (path: string): string[] => [
  ...new Set([...path.matchAll(/\{([^{}/]+)\}/g)].map(([, name = '']) => name)),
]
