import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import type { CatalogNode } from '#web/features/item/tree/index.ts'
import type { TreeView } from '#web/features/tree/view/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { renameCatalogAtom } from './mutations.ts'
import styles from './tree-layer.module.css'

/** A field in place of a catalog's name. Enter, or leaving the field, renames the catalog; Esc keeps the name. */
export function RenameBox(props: {
  view: TreeView
  item_id: string
  catalog: CatalogNode
  /** `isByKey`: the focus returns to the row. */
  onDone: (isByKey: boolean) => void
}) {
  const { view, item_id, catalog, onDone } = props
  const { box, rows, height } = view
  const { t } = useTranslation('catalog')
  const [name, setName] = useState(catalog.title)
  const [scrollTop, setScrollTop] = useState(box.current?.scrollTop ?? 0)
  const rename = useSetAtom(renameCatalogAtom)
  const isDone = useRef(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.select()
  }, [])
  useEffect(() => {
    const element = box.current
    const follow = () => setScrollTop(element?.scrollTop ?? 0)
    element?.addEventListener('scroll', follow, { passive: true })
    return () => element?.removeEventListener('scroll', follow)
  }, [box])

  const index = rows.findIndex(({ node }) => node.key === catalog.key)
  const level = rows[index]?.level ?? 1
  const wanted = trimName(name)
  const finish = (isByKey: boolean, saves: boolean) => {
    if (isDone.current) return
    isDone.current = true
    onDone(isByKey)
    if (!saves || wanted === '' || wanted === catalog.title) return
    announce(t('rename.done', { name: wanted }))
    rename(item_id, catalog, wanted).catch((error: unknown) =>
      toast.error(
        localized(() => i18next.t('catalog:rename.failed', { name: catalog.title, reason: getErrorMessage(error) })),
        {
          requestId: getRequestId(error),
        },
      ),
    )
  }
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish(true, true)
    else if (event.key === 'Escape') finish(true, false)
    else return
    event.preventDefault()
  }
  if (index < 0) return null
  return (
    <div className={styles.layer}>
      <div
        className={styles.rename}
        style={{ top: index * height - scrollTop, height, insetInlineStart: 42 + 16 * (level - 1) }}
      >
        <TextInput
          ref={field}
          autoFocus
          size="s"
          aria-label={t('rename.label', { name: catalog.title })}
          aria-invalid={wanted === '' || undefined}
          maxLength={200}
          autoComplete="off"
          value={name}
          onValue={setName}
          onKeyDown={onKeyDown}
          onBlur={() => finish(false, true)}
        />
      </div>
    </div>
  )
}
