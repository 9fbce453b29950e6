import { atom, useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type EditorMode, editorModeAtom, persistedAtom } from '#web/features/account/preferences/index.tsx'
import { isApiText } from '#web/features/api-docs/form/index.tsx'
import { type EditorHandle, editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { useSearchParams } from '#web/lib/route.ts'
import { startPositionAtom, visualModeErrorAtom } from './screen-state.ts'
import { editingSessionAtom } from './session.ts'

/** Whether the source is shown with its preview; stored in this browser while another mode is on. */
const splitAtom = persistedAtom<boolean>('docstead.editor.split', true)

/** The editing mode, and how to change it. */
interface ModeState {
  /** The requested editing surface. */
  kind: EditorHandle['kind']
  /** Whether the source is shown with its preview, where there is room. */
  isSplit: boolean
  /** Whether the page is an API page: it has a form and no preview. */
  isApi: boolean
  choose: (mode: EditorMode) => void
}

/** Returns the name of a mode in the address. */
const nameOf = (mode: EditorMode) => (mode === 'visual' ? 'visual' : 'source')

/** Returns the mode of the address; without one, an API page opens in its form and others in the mode used last. */
function wantedMode(requested: string | null, remembered: EditorMode, isApi: boolean): 'source' | 'visual' {
  if (requested === 'source' || requested === 'visual') return requested
  return isApi ? 'visual' : nameOf(remembered)
}

/** Counts the changes of mode. */
const turnAtom = atom(0)

/** Whether the page is an API page. This is evaluated when the mode changes, not at each keystroke. */
const isApiAtom = atom((get) => {
  get(turnAtom)
  const session = get(editingSessionAtom)
  return session !== undefined && isApiText(get(editorHandleAtom)?.read() ?? session.saved.text)
})

/** The mode of the editor. It is part of the address and stored in this browser. */
export function useMode(): ModeState {
  const store = useStore()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('mode')
  const [remembered, remember] = useAtom(editorModeAtom)
  const [split, setSplit] = useAtom(splitAtom)
  const [rejected, setRejected] = useAtom(visualModeErrorAtom)
  const setStart = useSetAtom(startPositionAtom)
  const setTurn = useSetAtom(turnAtom)
  const isApi = useAtomValue(isApiAtom)
  const wanted = rejected ? 'source' : wantedMode(asked, remembered, isApi)
  const kind = wanted === 'source' ? 'source' : isApi ? 'api' : 'visual'
  const choose = (mode: EditorMode) => {
    const surface = store.get(editorHandleAtom)
    if (surface) setStart({ line: surface.line(), letters: surface.letters?.() ?? 0 })
    setTurn((turn) => turn + 1)
    setRejected(undefined)
    if (mode !== 'visual') setSplit(mode === 'split')
    if (!isApi) remember(mode)
    setSearch(
      (former) => {
        const next = new URLSearchParams(former)
        next.set('mode', nameOf(mode))
        return next
      },
      { replace: true },
    )
  }
  const isSplit = !isApi && (remembered === 'visual' ? split : remembered === 'split')
  return { kind, isSplit, isApi, choose }
}
