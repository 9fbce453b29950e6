import { navigate, useParams, useSearchParams } from '#web/lib/route.ts'

/** How a comparison is looked at. All of it stands in the address. */
export interface DiffOptions {
  /** Old and new beside one another. */
  split: boolean
  onlyChanges: boolean
  ignoreSpace: boolean
  rendered: boolean
}

const nameOf: Record<keyof DiffOptions, string> = {
  split: 'unified',
  onlyChanges: 'all',
  ignoreSpace: 'space',
  rendered: 'rendered',
}

/** What differs from this stands in the address as `=1`. */
const usual: DiffOptions = { split: true, onlyChanges: true, ignoreSpace: false, rendered: false }

/** The two versions and the look that the address names, and how to change them. */
export function useDiffAddress() {
  const { page_id = '', page_history_id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const valueOf = (name: keyof DiffOptions) => (search.get(nameOf[name]) === '1' ? !usual[name] : usual[name])
  const look: DiffOptions = {
    split: valueOf('split'),
    onlyChanges: valueOf('onlyChanges'),
    ignoreSpace: valueOf('ignoreSpace'),
    rendered: valueOf('rendered'),
  }
  const setLook = (name: keyof DiffOptions, value: boolean) =>
    setSearch(
      (former) => {
        const next = new URLSearchParams(former)
        if (value === usual[name]) next.delete(nameOf[name])
        else next.set(nameOf[name], '1')
        return next
      },
      { replace: true },
    )
  const choose = (old: string, other: string) => {
    const next = new URLSearchParams(search)
    if (other === '') next.delete('with')
    else next.set('with', other)
    const query = next.toString()
    navigate(`/page/diff/${page_id}/${old}${query && `?${query}`}`)
  }
  return { page_id, old: page_history_id, other: search.get('with') ?? '', look, setLook, choose }
}
