/** A query for the current user's files. */
export interface FileQuery {
  name: string
  type: 'all' | 'image' | 'other'
  unused: boolean
  /** From 1. */
  page: number
}

/** Files per page of the list. */
export const filesPerPage = 20

const types: Record<FileQuery['type'], number> = { all: -1, image: 1, other: 2 }

/** Converts a query to the input of the server call. */
export const toListInput = ({ name, type, unused, page }: FileQuery) => ({
  page,
  count: filesPerPage,
  attachment_type: types[type],
  display_name: name,
  unused,
})

/** Parses the query in a URL; invalid values are ignored. */
export function parseQuery(address: URLSearchParams): FileQuery {
  const type = address.get('type')
  const page = Number(address.get('page'))
  return {
    name: (address.get('q') ?? '').slice(0, 200),
    type: type === 'image' || type === 'other' ? type : 'all',
    unused: address.get('unused') === '1',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Returns the URL parameters with a query: default values are omitted, other parameters are kept. */
export function addressWith(address: URLSearchParams, query: FileQuery): URLSearchParams {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  put('q', query.name)
  put('type', query.type === 'all' ? '' : query.type)
  put('unused', query.unused ? '1' : '')
  put('page', query.page > 1 ? String(query.page) : '')
  return next
}

/** Whether a query filters files out. */
export const isFiltered = ({ name, type, unused }: FileQuery): boolean => name !== '' || type !== 'all' || unused
