/** Which of my files are asked for. */
export interface FileQuery {
  name: string
  type: 'all' | 'image' | 'other'
  unused: boolean
  /** From 1. */
  page: number
}

/** How many files a page of the list shows. */
export const filesPerPage = 20

const types: Record<FileQuery['type'], number> = { all: -1, image: 1, other: 2 }

/** The query as the server's call takes it. */
export const toListInput = ({ name, type, unused, page }: FileQuery) => ({
  page,
  count: filesPerPage,
  attachment_type: types[type],
  display_name: name,
  unused,
})

/** The query that stands in an address; what it cannot mean counts as not there. */
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

/** An address with a query in it; what is as ever is left out, what is not ours stays. */
export function addressWith(address: URLSearchParams, query: FileQuery): URLSearchParams {
  const next = new URLSearchParams(address)
  const put = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
  put('q', query.name)
  put('type', query.type === 'all' ? '' : query.type)
  put('unused', query.unused ? '1' : '')
  put('page', query.page > 1 ? String(query.page) : '')
  return next
}

/** Whether a query leaves files out. */
export const isFiltered = ({ name, type, unused }: FileQuery): boolean => name !== '' || type !== 'all' || unused
