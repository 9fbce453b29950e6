import { type ItemType, itemTypes } from '#shared/item-types.ts'

/** The terms and the scope of a search. Empty fields limit nothing. */
export interface SearchRequest {
  words: string
  item_id: string
  /** The first number of an item type, as text. */
  type: string
  /** A username. */
  by: string
  /** The number of days within which a page was last saved. */
  updated: string
  /** The page number, from 1. */
  page: number
}

/** The ages, in days, that results can be limited to. */
export const searchedAges = ['1', '7', '30', '365'] as const

const findType = (typed: string): string => {
  const matches = ({ numbers, filterWords }: ItemType) =>
    String(numbers[0]) === typed || filterWords.includes(typed.toLowerCase())
  return String(Object.values(itemTypes).find(matches)?.numbers[0] ?? '')
}

const daySeconds = 86_400
const isOneOf = (list: readonly string[], value: string) => (list.includes(value) ? value : '')

/** Returns a typed filter with a valid value; undefined for a plain word. */
function filterIn(word: string): { name: 'type' | 'by' | 'updated'; value: string } | undefined {
  const [, name = '', typed = ''] = /^(type|by|updated)[:：](.+)$/i.exec(word) ?? []
  if (/^by$/i.test(name)) return { name: 'by', value: typed }
  if (/^type$/i.test(name)) {
    const value = findType(typed)
    return value ? { name: 'type', value } : undefined
  }
  const value = name && isOneOf(searchedAges, typed.replace(/d$/i, ''))
  return value ? { name: 'updated', value } : undefined
}

/** Parses the typed text: words, and the filters `type:`, `by:` and `updated:` among them. */
export function parseTyped(text: string): Pick<SearchRequest, 'words' | 'type' | 'by' | 'updated'> {
  const filters = { type: '', by: '', updated: '' }
  const words: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const filter = filterIn(word)
    if (filter) filters[filter.name] = filter.value
    else words.push(word)
  }
  return { words: words.join(' '), ...filters }
}

/** Parses the request of an address: `?q=…&item=…&type=…&by=…&updated=…&page=…`. */
export function parseRequest(query: URLSearchParams): SearchRequest {
  const typed = parseTyped(query.get('q') ?? '')
  const page = Number(query.get('page'))
  const item_id = query.get('item') ?? ''
  return {
    words: typed.words,
    item_id: /^\d{1,16}$/.test(item_id) ? item_id : '',
    type: findType(query.get('type') ?? '') || typed.type,
    by: query.get('by') ?? typed.by,
    updated: isOneOf(searchedAges, query.get('updated') ?? '') || typed.updated,
    page: Number.isInteger(page) && page > 1 ? page : 1,
  }
}

/** Returns the address of the results of a request. */
export function searchPath(request: Partial<SearchRequest>): string {
  const { words, item_id, type, by, updated, page } = request
  const query = new URLSearchParams()
  const put = (name: string, value: string | undefined) => value && query.set(name, value)
  put('q', words)
  put('item', item_id)
  put('type', type)
  put('by', by)
  put('updated', updated)
  put('page', page && page > 1 ? String(page) : undefined)
  return query.size > 0 ? `/search?${query}` : '/search'
}

/** Converts a request to the input of the server. */
export function toQueryInput(request: SearchRequest, count: number, now: number = Date.now()) {
  const { words, item_id, type, by, updated, page } = request
  return {
    keyword: words,
    page,
    count,
    ...(item_id ? { item_id } : type && { item_type: Number(type) }),
    ...(by && { author_username: by }),
    ...(updated && { saved_since: Math.floor(now / 1000) - Number(updated) * daySeconds }),
  }
}

/** Reports whether two requests are equal. */
export const isSameRequest = (one: SearchRequest | undefined, other: SearchRequest): boolean =>
  one !== undefined && searchPath(one) === searchPath(other)
