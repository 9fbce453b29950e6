import { type ClipboardEvent, type CSSProperties, type KeyboardEvent, useState } from 'react'
import { keywordsOf } from '#shared/api-doc/openapi/keywords.ts'
import { refName } from '#shared/api-doc/openapi/schema-helpers.ts'
import { toObject, toText } from '#shared/api-doc/unknown-json.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronRightIcon } from '#web/ui/icons.ts'
import { AddInsideIcon, LimitsIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import type { RowColumn } from './row-edits.ts'
import rowStyles from './row-list.module.css'
import { typeText } from './row-types.ts'
import styles from './tree-list.module.css'
import { canHold, type TreeRow } from './tree-rows.ts'

/** What the rows of a tree call when a person changes something. */
export interface TreeActions {
  /** The rows of the level of one. */
  siblings: (node: TreeRow) => readonly TreeRow[]
  rename: (node: TreeRow, label: string) => void
  write: (at: number, field: RowColumn, value: string | boolean) => void
  /** Writes the type of a row, or the model that has this name. */
  type: (node: TreeRow, text: string) => void
  remove: (node: TreeRow) => void
  addInside: (node: TreeRow) => void
  fold: (node: TreeRow, isFolded: boolean) => void
  details: (node: TreeRow) => void
  paste: (event: ClipboardEvent<HTMLInputElement>, node: TreeRow) => void
  key: (event: KeyboardEvent<HTMLElement>, node: TreeRow) => void
}

/** The name of a row below the one that it is in. A name that another row has is written once it differs. */
function NameCell(props: { node: TreeRow; name: string; mark: string; isNew: boolean; actions: TreeActions }) {
  const { node, name, mark, isNew, actions } = props
  const { t } = useTranslation('api-page')
  const [draft, setDraft] = useState<string>()
  const siblings = actions.siblings(node)
  const isTaken = draft !== undefined && siblings.some((one) => one !== node && one.label === draft)
  const isBad = draft !== undefined && (draft.trim() === '' || isTaken)
  const fault = isBad ? t(isTaken ? 'tree.taken' : 'tree.noName') : undefined
  const edit = (text: string) => {
    const taken = siblings.some((one) => one !== node && one.label === text)
    // clearing the name to type another one must not move what is in the row elsewhere
    if (text.trim() === '' || taken) setDraft(text)
    else {
      setDraft(undefined)
      actions.rename(node, text)
    }
  }
  return (
    <input
      type="text"
      className={rowStyles.cell}
      data-column="name"
      data-cell="name"
      data-path={`${mark}.name`}
      aria-label={t('rows.cell', { column: t('column.name'), name })}
      aria-description={fault ?? t('tree.keys')}
      aria-invalid={isBad || undefined}
      title={fault}
      placeholder={isNew ? t('tree.add') : t('column.name')}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={draft ?? node.label}
      onChange={(event) => edit(event.target.value)}
      onBlur={() => setDraft(undefined)}
      onPaste={(event) => actions.paste(event, node)}
    />
  )
}

/** A row of a tree of fields. */
export function TreeItem(props: {
  node: TreeRow
  isNew: boolean
  isFolded: boolean
  columns: readonly RowColumn[]
  /** Its path in the document. */
  mark: string
  typesId: string
  actions: TreeActions
}) {
  const { node, isNew, isFolded, columns, mark, typesId, actions } = props
  const { t } = useTranslation('api-page')
  const { row, kind, children } = node
  const name = row.name || (isNew ? t('rows.newRow') : t('rows.row', { place: node.at + 1 }))
  const own = row.schema ?? {}
  const model = refName(toText(own['$ref']) || toText(toObject(own['items'])?.['$ref']))
  const { $ref: _, 'x-removed': __, ...keywords } = own
  const said = [model && t('tree.model', { name: model }), keywordsOf(keywords)].filter(Boolean).join(' · ')
  const cellOf = (column: RowColumn) => {
    const value = row[column]
    const label = t('rows.cell', { column: t(`column.${column}`), name })
    if (typeof value === 'boolean')
      return (
        <span key={column} className={rowStyles.check} data-column={column}>
          <Checkbox
            label={label}
            hideLabel
            checked={value}
            disabled={isNew || kind !== 'field'}
            onChecked={(checked) => actions.write(node.at, column, checked)}
          />
          <span className={rowStyles.checkWord} aria-hidden="true">
            {t(`column.${column}`)}
          </span>
        </span>
      )
    return (
      <span key={column} className={rowStyles.field} data-column={column}>
        <span className={rowStyles.fieldName} aria-hidden="true">
          {t(`column.${column}`)}
        </span>
        <input
          type="text"
          className={rowStyles.cell}
          data-column={column}
          data-cell={column}
          data-path={`${mark}.${column}`}
          aria-label={label}
          placeholder={t(`column.${column}`)}
          list={column === 'type' ? typesId : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={column === 'remark'}
          disabled={isNew}
          value={column === 'type' ? typeText(row) : value}
          onChange={({ target }) =>
            column === 'type' ? actions.type(node, target.value) : actions.write(node.at, column, target.value)
          }
        />
      </span>
    )
  }
  return (
    <li
      className={styles.row}
      style={{ '--depth': Math.min(node.depth, 10) } as CSSProperties}
      data-new={isNew || undefined}
      data-off={row.isOff || undefined}
      onKeyDown={(event) => actions.key(event, node)}
    >
      <span className={styles.name}>
        {children.length > 0 ? (
          <button
            type="button"
            className={styles.fold}
            aria-expanded={!isFolded}
            aria-label={t(isFolded ? 'tree.unfold' : 'tree.fold', { name, count: children.length })}
            data-cell="fold"
            onClick={() => actions.fold(node, !isFolded)}
          >
            <ChevronRightIcon />
          </button>
        ) : (
          <span className={styles.fold} aria-hidden="true" />
        )}
        {kind === 'field' ? (
          <NameCell node={node} name={name} mark={mark} isNew={isNew} actions={actions} />
        ) : (
          <button type="button" className={styles.fixed} data-cell="name" aria-description={t('tree.keys')}>
            {kind === 'item' ? t('tree.items') : node.label.slice(1, -1)}
          </button>
        )}
      </span>
      {columns.filter((column) => column !== 'name').map(cellOf)}
      {isNew ? (
        <span />
      ) : (
        <span className={styles.actions}>
          <IconButton
            size="s"
            label={t('limits.open', { name })}
            data-set={said !== '' || undefined}
            className={styles.limits}
            onClick={() => actions.details(node)}
          >
            <LimitsIcon />
          </IconButton>
          {canHold(node) ? (
            <IconButton size="s" label={t('tree.addInside', { name })} onClick={() => actions.addInside(node)}>
              <AddInsideIcon />
            </IconButton>
          ) : (
            <span className={styles.gap} />
          )}
          <IconButton size="s" label={t('rows.remove', { name })} onClick={() => actions.remove(node)}>
            <TrashIcon />
          </IconButton>
        </span>
      )}
      {said !== '' && <p className={styles.said}>{said}</p>}
    </li>
  )
}
