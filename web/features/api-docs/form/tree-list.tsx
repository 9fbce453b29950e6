import i18next from 'i18next'
import { type ClipboardEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { NewRow, Row } from '#shared/api-doc/api-doc.ts'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { announce } from '#web/lib/live-region.ts'
import { queryFamily, queryValue, useCachedQuery } from '#web/lib/query.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { EditIcon } from '#web/ui/icons.ts'
import { JsonIcon } from '#web/ui/screen-icons.ts'
import { Textarea } from '#web/ui/textarea.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { changeWithUndo, type EditedDocument, useApiEdit } from './edit-context.ts'
import { describeFields, withoutVariables } from './import-text.ts'
import { type Path, syntaxFault } from './json-source-edit.ts'
import { type FieldsOfTable, RowDetails } from './row-details.tsx'
import { type RowColumn, type RowKind, replaceRows, setCell, shownRows } from './row-edits.ts'
import { RowIds } from './row-ids.ts'
import rowStyles from './row-list.module.css'
import { isManyRows, parseRowText } from './row-text.ts'
import { changeOfType, modelTypes } from './row-types.ts'
import { type TreeActions, TreeItem } from './tree-item.tsx'
import styles from './tree-list.module.css'
import {
  addAfter,
  addChild,
  arrangeRows,
  flatRows,
  indentNode,
  insertAfter,
  outdentNode,
  type Placed,
  removeNode,
  renameNode,
  shiftNode,
  type TreeRow,
  treeOf,
} from './tree-rows.ts'

const emptyRow: Row = { name: '', type: '', value: '', isRequired: false, isOff: false, remark: '' }
const types = [
  'string',
  'integer',
  'number',
  'boolean',
  'object',
  'array',
  'array[string]',
  'array[integer]',
  'array[object]',
  'oneOf',
  'anyOf',
  'file',
  'date',
  'null',
]
// More rows than this are closed at first: a person opens what they want to change.
const rowsOpenMost = 150

/** Dialog that makes the fields of a table from an example. */
function ExampleDialog(props: { onJson: (text: string) => void; onClose: () => void }) {
  const { onJson, onClose } = props
  const { t } = useTranslation(['api-page', 'common'])
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const fault = text.trim() === '' ? undefined : syntaxFault(withoutVariables(text))
  const apply = () => {
    setTried(true)
    if (text.trim() === '' || fault) return
    onJson(text)
    onClose()
  }
  return (
    <Dialog
      open
      size="m"
      title={t('tree.fromExample')}
      dirty={text !== ''}
      onClose={onClose}
      onSubmit={apply}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={text.trim() === ''}>
            {t('json.fields')}
          </Button>
        </>
      }
    >
      <Field
        label={t('tree.example')}
        help={t('tree.exampleHelp')}
        error={isTried && fault ? t('json.fault', { line: fault.line, column: fault.column }) : undefined}
      >
        <Textarea mono rows={12} value={text} onValue={setText} spellCheck={false} wrap="off" />
      </Field>
    </Dialog>
  )
}

const modelNames = queryFamily(async (item_id, signal): Promise<ReadonlySet<string>> => {
  const { list } = await api.apiReference.models({ item_id }, { signal })
  // a model with the name of a type is chosen under the limits of its row
  return new Set(list.map(({ name }) => name).filter((name) => !types.includes(name)))
}, 5)
const noModels: ReadonlySet<string> = new Set()

/** Returns the names of the models of the item; none until they are loaded. */
function useModelNames(): ReadonlySet<string> {
  const { item_id } = useApiEdit()
  const [result] = useCachedQuery(modelNames, String(item_id))
  return queryValue(result) ?? noModels
}

/** Editable fields of a body or a response as a tree; its last row is empty, to add one on the first level. */
export function TreeList(props: {
  /** Describes the rows for screen readers. */
  label: string
  document: EditedDocument
  path: Path
  kind: RowKind
  fieldsOf: FieldsOfTable
}) {
  const { label, document: edited, path, kind, fieldsOf } = props
  const { source, store } = edited
  const { t } = useTranslation('api-page')
  const typesId = useId()
  const models = useModelNames()
  const list = useRef<HTMLUListElement>(null)
  const [ids] = useState(() => new RowIds())
  const [dialog, setDialog] = useState<'bulk' | 'example'>()
  const [detailed, setDetailed] = useState<number>()
  const rows = useMemo(() => shownRows(source.value, path), [source.value, path])
  const roots = useMemo(() => treeOf(rows), [rows])
  const keys = ids.fit(rows.length)
  const [folds, setFolds] = useState<ReadonlyMap<number, boolean>>(() => new Map())
  const startsFolded = rows.length > rowsOpenMost
  const isFolded = (node: TreeRow) =>
    node.children.length > 0 && (folds.get(keys[node.at] ?? 0) ?? (startsFolded && node.depth > 0))
  const shown = flatRows(roots, isFolded)
  const mark = path.join('.')

  // synchronously, because the next character may be typed before the next frame
  const focusOn = (place: number, cell = 'name', isSelected = false) => {
    flushSync(() => undefined)
    const items = list.current?.children
    const row = items?.[Math.max(0, Math.min(place, items.length - 1))]
    const control =
      row?.querySelector<HTMLElement>(`[data-cell=${cell}]`) ?? row?.querySelector<HTMLElement>('[data-cell=name]')
    control?.focus()
    if (isSelected && control instanceof HTMLInputElement) control.select()
  }
  const follow = (placed: readonly Placed[]) => ids.arrange(placed.map((one) => ('at' in one ? one.at : undefined)))
  const arrange = (placed: readonly Placed[], key?: string) => {
    follow(placed)
    store.change((now) => arrangeRows(now, path, kind, placed), key)
  }
  const placeOf = (placed: readonly Placed[], name: string) =>
    placed.findIndex((one) => ('row' in one ? one.row.name : one.name) === name)
  /** Moves the focus to the row at a place of the list, which is open by then. */
  const focusRow = (at: number, cell?: string, isSelected = false) => {
    flushSync(() => undefined)
    const item = list.current?.querySelector(`[data-path^="${mark}.${at}."]`)?.closest('li')
    if (item) focusOn([...(list.current?.children ?? [])].indexOf(item), cell, isSelected)
  }
  const open = (node: TreeRow | undefined) => {
    if (node) setFolds((now) => new Map(now).set(keys[node.at] ?? 0, false))
  }
  const addIn = (node: TreeRow) => {
    const { placed, name } = addChild(roots, node, t('tree.field'))
    open(node)
    open(node.children.find((one) => one.kind === 'item'))
    arrange(placed)
    focusRow(placeOf(placed, name), 'name', true)
  }
  const addBelow = (node: TreeRow) => {
    const { placed, name } = addAfter(roots, node, t('tree.field'))
    arrange(placed)
    focusRow(placeOf(placed, name), 'name', true)
  }
  const shift = (node: TreeRow, step: -1 | 1, cell?: string) => {
    const placed = shiftNode(roots, node, step)
    if (!placed) return
    arrange(placed)
    const siblings = node.parent?.children ?? roots
    announce(t('rows.moved', { name: node.label, place: siblings.indexOf(node) + 1 + step, count: siblings.length }))
    focusRow(placeOf(placed, node.row.name), cell)
  }
  const nest = (node: TreeRow, isDeeper: boolean, cell?: string) => {
    const moved = isDeeper ? indentNode(roots, node) : outdentNode(roots, node)
    if (!moved) return
    const siblings = node.parent?.children ?? roots
    if (isDeeper) open(siblings[siblings.indexOf(node) - 1])
    arrange(moved.placed)
    announce(t('tree.moved', { name: moved.name }))
    focusRow(placeOf(moved.placed, moved.name), cell)
  }
  const remove = (node: TreeRow) => {
    const place = shown.indexOf(node)
    const placed = removeNode(roots, node)
    follow(placed)
    changeWithUndo(
      edited,
      (now) => arrangeRows(now, path, kind, placed),
      () => i18next.t('api-page:rows.removed', { name: node.row.name || i18next.t('api-page:rows.unnamed') }),
    )
    focusOn(place)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>, node: TreeRow) => {
    const text = event.clipboardData.getData('text/plain')
    if (!isManyRows(text)) return
    const added = parseRowText(text, kind)
    if (added.length === 0) return
    event.preventDefault()
    const isNew = node.at >= rows.length
    const placed: Placed[] = isNew
      ? [...flatRows(roots).map(({ at, row }) => ({ at, name: row.name })), ...added.map((row) => ({ row }))]
      : insertAfter(roots, node, added)
    follow(placed)
    changeWithUndo(
      edited,
      (now) => arrangeRows(now, path, kind, placed),
      () => i18next.t('api-page:rows.pasted', { count: added.length }),
    )
  }
  const byArrow = (event: KeyboardEvent<HTMLElement>, node: TreeRow, cell: string | undefined) => {
    const isNew = node.at >= rows.length
    const place = isNew ? shown.length : shown.indexOf(node)
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (event.altKey) {
      if (isNew) return
      event.preventDefault()
      if (step) shift(node, step, cell)
      else nest(node, event.key === 'ArrowRight', cell)
    } else if (step && cell !== 'type' && cell !== undefined) {
      event.preventDefault()
      focusOn(place + step, cell)
    } else if (cell === 'fold' && !step) {
      event.preventDefault()
      actions.fold(node, event.key === 'ArrowLeft')
    }
  }
  const actions: TreeActions = {
    siblings: (node) => node.parent?.children ?? roots,
    rename: (node, text) => {
      if (node.at >= rows.length) write(node.at, 'name', text)
      else arrange(renameNode(roots, node, text), `${mark}.${keys[node.at]}.name`)
    },
    write: (at, field, value) => write(at, field, value),
    type: (node, text) =>
      store.change(
        (now) => setCell(now, path, kind, node.at, changeOfType(node.row, text, models)),
        `${mark}.${node.at}.type`,
      ),
    remove,
    addInside: addIn,
    fold: (node, folded) => setFolds((now) => new Map(now).set(keys[node.at] ?? 0, folded)),
    details: (node) => setDetailed(node.at),
    paste,
    key: (event, node) => {
      if (event.nativeEvent.isComposing) return
      const cell = event.target instanceof HTMLElement ? event.target.dataset['cell'] : undefined
      if (event.key.startsWith('Arrow')) byArrow(event, node, cell)
      else if (event.key === 'Enter' && cell !== undefined && cell !== 'fold') {
        event.preventDefault()
        const isNew = node.at >= rows.length
        if (event.ctrlKey || event.metaKey) {
          if (!isNew) (event.shiftKey ? addIn : addBelow)(node)
        } else focusOn((isNew ? shown.length : shown.indexOf(node)) + 1)
      }
    },
  }
  function write(at: number, field: RowColumn, value: string | boolean) {
    store.change((now) => setCell(now, path, kind, at, { [field]: value }), `${mark}.${at}.${field}`)
  }
  const columns: RowColumn[] =
    kind === 'answer' ? ['name', 'type', 'isRequired', 'remark'] : ['name', 'type', 'isRequired', 'value', 'remark']
  const newNode: TreeRow = {
    row: emptyRow,
    at: rows.length,
    parent: undefined,
    depth: 0,
    prefix: '',
    label: '',
    kind: 'field',
    children: [],
  }
  const detailedRow = detailed === undefined ? undefined : rows[detailed]
  const foldAll = (folded: boolean) =>
    setFolds(new Map(flatRows(roots).flatMap((one) => (one.children.length > 0 ? [[keys[one.at] ?? 0, folded]] : []))))
  return (
    <div className={styles.table} data-kind={kind}>
      <div className={styles.head} aria-hidden="true">
        {columns.map((column) => (
          <span key={column} data-column={column}>
            {t(`column.${column}`)}
          </span>
        ))}
        <span />
      </div>
      <ul ref={list} aria-label={label}>
        {[...shown, newNode].map((node) => (
          <TreeItem
            key={keys[node.at]}
            node={node}
            isNew={node === newNode}
            isFolded={isFolded(node)}
            columns={columns}
            mark={`${mark}.${node.at}`}
            typesId={typesId}
            actions={actions}
          />
        ))}
      </ul>
      <datalist id={typesId}>
        {[...types, ...modelTypes(models)].map((type) => (
          <option key={type} value={type} />
        ))}
      </datalist>
      <div className={rowStyles.foot}>
        <Button size="s" variant="ghost" icon={<JsonIcon />} onClick={() => setDialog('example')}>
          {t('tree.fromExample')}
        </Button>
        <Button size="s" variant="ghost" icon={<EditIcon />} onClick={() => setDialog('bulk')}>
          {t('rows.asText')}
        </Button>
        {roots.some(({ children }) => children.length > 0) && (
          <Button size="s" variant="ghost" onClick={() => foldAll(!shown.some((one) => isFolded(one)))}>
            {t(shown.some((one) => isFolded(one)) ? 'tree.openAll' : 'tree.closeAll')}
          </Button>
        )}
        <span className={rowStyles.hint}>{t('tree.hint')}</span>
      </div>
      {dialog === 'bulk' && (
        <BulkDialog
          label={label}
          kind={kind}
          rows={rows}
          onClose={() => setDialog(undefined)}
          onRows={(next: readonly NewRow[]) => store.change((now) => replaceRows(now, path, kind, next))}
        />
      )}
      {dialog === 'example' && (
        <ExampleDialog
          onClose={() => setDialog(undefined)}
          onJson={(text) =>
            changeWithUndo(edited, describeFields(path, kind, text), () => i18next.t('api-page:json.described'))
          }
        />
      )}
      {detailed !== undefined && detailedRow && (
        <RowDetails
          row={detailedRow}
          fieldsOf={fieldsOf}
          hasExample={kind === 'answer'}
          onClose={() => setDetailed(undefined)}
          onChange={(change) => store.change((now) => setCell(now, path, kind, detailed, change))}
        />
      )}
    </div>
  )
}
