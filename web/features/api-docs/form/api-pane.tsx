import i18next from 'i18next'
import { type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { EditorHandleProps } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { AddIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { createEditorHandle, FormCursor } from './api-editor-handle.ts'
import { ApiHeader } from './api-header.tsx'
import { socketPaths } from './api-source.ts'
import { ApiStore } from './api-store.ts'
import { CodeBox, type CodeBoxHandle } from './code-box.tsx'
import { JsonField, MarkdownField, NamedHeader } from './document-fields.tsx'
import { ApiEditProvider, changeWithUndo, pathMark, useAim, useApiEdit } from './edit-context.ts'
import styles from './form.module.css'
import { appendAt, type Fault, isFault, type Path, removeAt } from './json-source-edit.ts'
import { RequestTabs } from './request-tabs.tsx'
import { ResponsesPart } from './responses-part.tsx'
import { setFlag } from './socket-edits.ts'
import { SocketPart } from './socket-part.tsx'

/** Handles the undo and redo keys wherever the focus is; a code box has its own undo history. */
function undoKeys(event: KeyboardEvent<HTMLElement>, store: ApiStore): void {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.nativeEvent.isComposing) return
  if (event.target instanceof Element && event.target.closest('.cm-editor, [role=dialog]')) return
  const key = event.key.toLowerCase()
  const isRedo = key === 'y' || (key === 'z' && event.shiftKey)
  if (key !== 'z' && !isRedo) return
  event.preventDefault()
  if (isRedo) store.redo()
  else store.undo()
}

/** Finds the control that edits a path, or the longest prefix of it that has one. */
function controlAt(form: HTMLElement, path: readonly (string | number)[]): HTMLElement | null {
  for (let depth = path.length; depth > 0; depth--) {
    const mark = pathMark(path.slice(0, depth))
    const found =
      form.querySelector<HTMLElement>(`[data-path="${mark}"]`) ??
      form.querySelector<HTMLElement>(`[data-path^="${mark}."]`)
    if (found) return found
  }
  return null
}

const { messages: list } = socketPaths

/** Editor for the example messages that a client sends over a WebSocket. */
function MessagesPart() {
  const { t } = useTranslation('api-page')
  const edit = useApiEdit()
  const { store, source } = edit
  const { messages } = source.doc
  const [tab, setTab] = useState('0')
  useAim((path) => path[0] === list[0] && setTab(String(path[2] ?? 0)))
  const at = Math.min(Number(tab), messages.length - 1)
  const message = messages[at]
  const nameAt = (place: number) => messages[place]?.name || i18next.t('api-page:message.unnamed', { place: place + 1 })
  const pathOf = (field: string): Path => [...list, at, field]
  const add = () => {
    const made = { name: '', type: 'json', payload: '', enabled: true }
    store.change((now) => appendAt(now, list, made))
    setTab(String(messages.length))
  }
  const remove = () =>
    changeWithUndo(
      edit,
      (now) => removeAt(now, list, at),
      () => i18next.t('api-page:answer.removed', { name: nameAt(at) }),
    )
  return (
    <section className={styles.block} aria-label={t('message.label')}>
      <div className={styles.bar}>
        <h2 className={styles.heading}>{t('message.label')}</h2>
        <Button size="s" icon={<AddIcon />} onClick={add}>
          {t('message.add')}
        </Button>
      </div>
      {message ? (
        <Tabs
          label={t('message.label')}
          tabs={messages.map((_, place) => ({ id: String(place), label: nameAt(place) }))}
          value={String(at)}
          onValue={setTab}
        >
          <div className={styles.block} key={at}>
            <NamedHeader
              label={t('message.name')}
              path={pathOf('name')}
              value={message.name}
              remove={t('message.remove')}
              onRemove={remove}
            >
              <Checkbox
                label={t('message.on')}
                checked={!message.isOff}
                onChecked={(isOn) => store.change((now) => setFlag(now, pathOf('enabled'), isOn))}
              />
            </NamedHeader>
            <JsonField
              label={t('message.payload')}
              value={message.payload}
              path={pathOf('payload')}
              isJson={message.type === 'json'}
              placeholder={'{\n  "op": "subscribe"\n}'}
            />
          </div>
        </Tabs>
      ) : (
        <p className={styles.aside}>{t('message.none')}</p>
      )}
    </section>
  )
}

/** Form for an API page: request, responses, and remarks. */
function ApiForm() {
  const { t } = useTranslation('api-page')
  const { source, aim } = useApiEdit()
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!aim || !form.current) return
    const control = controlAt(form.current, aim.path)
    control?.focus()
    control?.scrollIntoView({ block: 'center' })
  }, [aim])
  const { doc } = source
  return (
    <div ref={form} className={styles.form}>
      <ApiHeader />
      <section className={styles.block} aria-label={t('request.label')}>
        <h2 className={styles.heading}>{t('request.label')}</h2>
        <RequestTabs />
      </section>
      {doc.type === 'websocket' && (
        <>
          <SocketPart />
          <MessagesPart />
        </>
      )}
      <ResponsesPart />
      <section className={styles.block} aria-label={t('remark.label')}>
        <h2 className={styles.heading}>{t('remark.label')}</h2>
        <MarkdownField label={t('remark.label')} path={['info', 'remark']} value={doc.remark} rows={6} hideLabel />
      </section>
      {source.hiddenParts.length > 0 && (
        <p className={styles.kept}>{t('kept', { names: source.hiddenParts.join(', ') })}</p>
      )}
    </div>
  )
}

/** Source editor for an API page that the form cannot show, with the fault and its position. */
function FaultView(props: {
  text: string
  fault: Fault | undefined
  onText: (text: string) => void
  onForm: () => void
}) {
  const { text, fault, onText, onForm } = props
  const { t } = useTranslation('api-page')
  const box = useRef<CodeBoxHandle>(null)
  const first = useRef(fault)
  useEffect(() => {
    if (first.current) box.current?.goTo(first.current.line, first.current.column)
  }, [])
  return (
    <div className={styles.source}>
      {fault ? (
        <Banner
          tone="warn"
          action={
            <Button size="s" onClick={() => box.current?.goTo(fault.line, fault.column)}>
              {t('json.show')}
            </Button>
          }
        >
          {t(`fault.${fault.kind}`, { line: fault.line, column: fault.column, name: fault.name })}
        </Banner>
      ) : (
        <Banner
          tone="ok"
          action={
            <Button size="s" onClick={onForm}>
              {t('fault.form')}
            </Button>
          }
        >
          {t('fault.mended')}
        </Banner>
      )}
      <CodeBox
        label={t('fault.source')}
        value={text}
        onValue={onText}
        mark=""
        ref={box}
        isInvalid={fault !== undefined}
      />
    </div>
  )
}

/** Edits the API JSON of a page as a form; as source while it cannot be parsed. */
export function ApiPane(props: EditorHandleProps) {
  const { text, item_id, page_id } = props
  const [store] = useState(() => new ApiStore(text))
  const { read } = useSyncExternalStore(store.subscribe, store.get)
  const pane = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [cursor] = useState(() => new FormCursor())
  const aim = useSyncExternalStore(cursor.subscribe, cursor.aim)
  // keep showing the source while the user fixes it, even when it becomes valid
  const [staysSource, setStaysSource] = useState(false)
  useEffect(() => {
    const unsubscribe = store.subscribe(() => latest.current.onChange())
    const surface = createEditorHandle(store, cursor, () => pane.current)
    latest.current.onSurface(surface)
    if (latest.current.line > 1) surface.goToLine(latest.current.line)
    else if (latest.current.page_id > 0) surface.focus() // on a new page the title has the focus
    return unsubscribe
  }, [store, cursor])
  const isSource = isFault(read) || staysSource
  return (
    <div ref={pane} className={styles.pane} onKeyDown={(event) => undoKeys(event, store)}>
      {isSource ? (
        <FaultView
          text={store.get().text}
          fault={isFault(read) ? read : undefined}
          onText={(next) => {
            setStaysSource(true)
            store.write(next, 'source')
          }}
          onForm={() => setStaysSource(false)}
        />
      ) : (
        <ApiEditProvider value={{ store, source: read, item_id, page_id, noteCursor: cursor.note, aim }}>
          <ApiForm />
        </ApiEditProvider>
      )}
    </div>
  )
}
