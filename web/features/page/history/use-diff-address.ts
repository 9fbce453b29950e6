import { navigate, useParams, useSearchParams } from '#web/lib/route.ts'

/** The display options of a comparison. All of them are part of the address. */
export interface DiffOptions {
  /** Old and new side by side. */
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

/** Differences from these defaults are in the address as `=1`. */
const usual: DiffOptions = { split: true, onlyChanges: true, ignoreSpace: false, rendered: false }

/** Returns the two versions and the display options of the address, and functions to change them. */
export function useDiffAddress() {
  const { page_id = '', page_history_id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const valueOf = (name: keyof DiffOptions) => (search.get(nameOf[name]) === '1' ? !usual[name] : usual[name])
  const diffOptions: DiffOptions = {
    split: valueOf('split'),
    onlyChanges: valueOf('onlyChanges'),
    ignoreSpace: valueOf('ignoreSpace'),
    rendered: valueOf('rendered'),
  }
  const setDiffOptions = (name: keyof DiffOptions, value: boolean) =>
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
  return {
    page_id,
    old: page_history_id,
    other: search.get('with') ?? '',
    look: diffOptions,
    setLook: setDiffOptions,
    choose,
  }
}
