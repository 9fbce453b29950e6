import type { EditorState, StateCommand } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type ChangeEvent, useCallback, useEffect, useId, useRef } from 'react'
import {
  calloutKinds,
  calloutParts,
  countCharacters,
  type EditorHandle,
  type EditorHandleProps,
  type InsertEntry,
  indexAfterCharacters,
  maskSyntax,
  type PartId,
  partIds,
  partKeywords,
  parts,
  today,
} from '#web/features/editor/core/index.tsx'
import { buildTree, type CatalogNode, flattenTree } from '#web/features/item/tree/index.ts'
import { api } from '#web/lib/api.ts'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { imageTypes } from '#web/lib/upload.ts'
import { insertText, setHeading } from './commands.ts'
import { insertCallout, insertInlineText } from './insert-commands.ts'
import { cursorAtom, sourceViewAtom } from './source-atoms.ts'
import { type Format, formatCommands, headingLevels, inserts } from './source-keys.ts'
import styles from './source-pane.module.css'
import { createSourceView, type SourceView } from './source-view.ts'
import { type PageTarget, type PersonTarget, type SlashEntry, typeAndSuggest } from './suggestions.ts'
import { insertImages } from './uploads.ts'
import { useSourceLabels } from './use-source-labels.ts'

/** The editor's state when it left the screen, to resume from; it belongs to one editing session. */
const formerAtom = atom<{ session: unknown; state: EditorState }>()

/** The props of the source editor beyond those of every editor. */
interface SourcePaneProps extends EditorHandleProps {
  hidden?: boolean
  /** The editing session: as long as it stays the same, the undo history survives leaving and coming back. */
  session: unknown
  /** Additional entries of the `/` menu. */
  entries: readonly InsertEntry[]
  /** Handles a paste; returns false to paste as text. */
  onPaste?: (view: EditorView, data: DataTransfer) => boolean
  /** Called with the editor at each change. */
  onText?: (view: EditorView) => void
}

/** Creates the editor handle of the source editor. */
function createSourceHandle({ view, read, write }: SourceView): EditorHandle {
  const replaceSelected = (markdown: string) =>
    view.dispatch(view.state.replaceSelection(view.state.toText(markdown)), {
      userEvent: 'input.paste',
      scrollIntoView: true,
    })
  return {
    kind: 'source',
    read,
    write,
    insert: (markdown) => (markdown.includes('\n') ? void insertText(markdown)(view) : replaceSelected(markdown)),
    selected: () => view.state.sliceDoc(view.state.selection.main.from, view.state.selection.main.to),
    replaceSelected,
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    letters: () => {
      const { head } = view.state.selection.main
      const { from, text } = view.state.doc.lineAt(head)
      return countCharacters(maskSyntax(text).slice(0, head - from))
    },
    goToLine: (line, offset = 0) => {
      const { from, text } = view.state.doc.line(Math.max(1, Math.min(line, view.state.doc.lines)))
      const anchor = from + indexAfterCharacters(maskSyntax(text), offset)
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
    },
    focus: () => view.focus(),
  }
}

/** How long a fetched list is reused, in ms. */
const freshMs = 60_000

interface Stored<T> {
  at: number
  list: Promise<T[]>
}

function cached<T>(store: Map<string, Stored<T>>, key: string, read: () => Promise<T[]>): Promise<T[]> {
  const known = store.get(key)
  if (known && Date.now() - known.at < freshMs) return known.list
  // users who may not read the list get no suggestions
  const list = read().catch(() => [])
  store.set(key, { at: Date.now(), list })
  return list
}

const pathOf = (catalog: CatalogNode | undefined): string =>
  catalog ? [pathOf(catalog.parent), catalog.title].filter(Boolean).join(' / ') : ''

const pageLists = new Map<string, Stored<PageTarget>>()

/** Fetches the pages of an item as link targets. */
const fetchPageTargets = (item_id: number): Promise<PageTarget[]> =>
  cached(pageLists, String(item_id), async () => {
    const { menu } = await api.item.info({ item_id: String(item_id) })
    return flattenTree(buildTree(menu)).flatMap((node) =>
      node.kind === 'page'
        ? [{ title: node.title, path: pathOf(node.parent), address: href(`/${item_id}/${node.id}`) }]
        : [],
    )
  })

const peopleLists = new Map<string, Stored<PersonTarget>>()

/** Fetches the people of an item as mention targets. */
const fetchPersonTargets = (item_id: number): Promise<PersonTarget[]> =>
  cached(peopleLists, String(item_id), async () =>
    (await api.member.getAllList({ item_id })).map(({ username, username_name }) => ({
      username,
      // the name follows the username in brackets
      name: username_name.slice(username.length + 1, -1),
    })),
  )

/** Returns the entries of the `/` menu: every part of a page, and the other insertable entries. */
function useSlashEntries(chooseImages: () => void, more: readonly InsertEntry[]): SlashEntry[] {
  const { t } = useTranslation('source-editor')
  const { insert: words } = useSourceLabels('')
  const apply = (command: StateCommand) => (view: EditorView) => void command(view)
  const named = (commands: [string, StateCommand][]) => commands.map(([id, command]) => [id, apply(command)])
  const runs: Partial<Record<PartId, (view: EditorView) => void>> = {
    ...Object.fromEntries([
      ...named(headingLevels.map((level) => [level === 0 ? 'text' : `heading${level}`, setHeading(level)])),
      ...named(Object.entries<Format>({ ...formatCommands, ...inserts }).map(([id, { run }]) => [id, run(words)])),
      ...named(calloutKinds.map((kind) => [calloutParts[kind], insertCallout(kind, words)])),
    ]),
    image: chooseImages,
    person: typeAndSuggest('@'),
    date: apply(insertInlineText(today())),
  }
  const own = partIds.flatMap((id): SlashEntry[] => {
    const { icon, hint } = parts[id]
    const run = runs[id]
    return run ? [{ id, label: t(`part.${id}`), icon, hint, words: partKeywords(id), run }] : []
  })
  const helpers = more.map(({ id, label, icon, words: found = [id], run }) => ({
    id,
    label,
    icon,
    words: found.join(' '),
    run: () => run(),
  }))
  return [...own, ...helpers]
}

/** The source editor for the Markdown text of a page. */
export function SourcePane(props: SourcePaneProps) {
  const { hidden = false, item_id, page_id } = props
  const { t, i18n } = useTranslation('source-editor')
  const store = useStore()
  const words = useSourceLabels(t('source.label'))
  const hintId = useId()
  const parent = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const icons = useRef<HTMLDivElement>(null)
  const setView = useSetAtom(sourceViewAtom)
  const setCursor = useSetAtom(cursorAtom)
  const addImages = (view: EditorView, chosen: readonly File[], at: number) =>
    void insertImages(view, chosen, at, { item_id, page_id })
  const chooseImages = useCallback(() => files.current?.click(), [])
  const slash = useSlashEntries(chooseImages, props.entries)
  const latest = useRef({ props, words, addImages, slash })
  useEffect(() => {
    latest.current = { props, words, addImages, slash }
  })

  useEffect(() => {
    const box = parent.current
    if (!box) return
    const { props: first } = latest.current
    const former = store.get(formerAtom)
    const source = createSourceView(box, {
      text: first.text,
      labels: latest.current.words,
      describedBy: hintId,
      ...(former && former.session === first.session && { former: former.state }),
      onChange: (view) => {
        latest.current.props.onChange()
        latest.current.props.onText?.(view)
      },
      onCursor: setCursor,
      onFiles: (view, chosen, at) => latest.current.addImages(view, chosen, at),
      onPaste: (view, data) => latest.current.props.onPaste?.(view, data) ?? false,
      host: {
        slash: () => latest.current.slash,
        icon: (id) => icons.current?.querySelector(`[data-icon="${id}"] > svg`) ?? null,
        pages: () => fetchPageTargets(latest.current.props.item_id),
        people: () => fetchPersonTargets(latest.current.props.item_id),
        lang: currentLang,
      },
    })
    const surface = createSourceHandle(source)
    if (first.line > 1 || first.letters > 0) surface.goToLine(first.line, first.letters)
    setCursor({ line: surface.line(), column: 1, selected: 0, inTable: false })
    setView({ ...source, chooseImages })
    first.onSurface(surface)
    if (first.focused) source.view.focus()
    return () => {
      store.set(formerAtom, { session: first.session, state: source.view.state })
      setView(undefined)
      source.destroy()
    }
  }, [chooseImages, setCursor, setView, store, hintId])

  const view = useAtomValue(sourceViewAtom)
  // the labels change with the language
  useEffect(() => view?.setLabels(latest.current.words), [view, i18n.language])
  useShortcut('mod+alt+p', chooseImages, { inFields: true })
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(event.target.files ?? [])]
    event.target.value = ''
    if (!view || chosen.length === 0) return
    view.view.focus()
    addImages(view.view, chosen, view.view.state.selection.main.head)
  }

  return (
    <div className={styles.source} hidden={hidden}>
      <span id={hintId} className="visually-hidden">
        {t('source.leave')}
      </span>
      <div ref={parent} className={styles.fill} />
      {/* the menu of / takes its icons from here */}
      <div ref={icons} hidden>
        {slash.map(({ id, icon }) => (
          <span key={id} data-icon={id}>
            {icon}
          </span>
        ))}
      </div>
      <input ref={files} type="file" hidden multiple accept={imageTypes} onChange={choose} />
    </div>
  )
}
