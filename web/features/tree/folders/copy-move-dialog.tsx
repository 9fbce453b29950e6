import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { deepestLevel, getHeight, listPages, type TreeNode } from '#web/features/item/tree/index.ts'
import { getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { queryValue, useCachedQuery, useFetch } from '#web/lib/query.ts'
import { navigate } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { toast } from '#web/ui/toast.ts'
import { catalogsAtom, readOtherItems } from './atoms.ts'
import { listCatalogs } from './catalog-paths.ts'
import { CatalogSelect } from './catalog-select.tsx'
import styles from './dialogs.module.css'
import { arrangeAtom, type MoveDestination, moveOrCopyAtom } from './mutations.ts'
import { toPosition } from './positions.ts'
import { useItemTree } from './use-item-tree.ts'

/** The props of the dialog. */
export interface CopyMoveProps {
  item: { item_id: string; item_name: string }
  node: TreeNode
  /** Whether moving is preselected, rather than copying. */
  isMove: boolean
  onClose: () => void
  /** Called after a move to another item. */
  onGone?: (to: MoveDestination) => void
}

/** Returns the names down to a catalog; empty for the top level, undefined while unknown. */
function useCatalogPath({ item_id, cat_id }: MoveDestination): readonly string[] | undefined {
  const [result] = useCachedQuery(catalogsAtom, item_id)
  if (cat_id === 0) return []
  return listCatalogs(queryValue(result) ?? []).find((one) => one.cat_id === cat_id)?.path
}

/** Copies or moves a page or a catalog to any position, also in another item. */
export function CopyMoveDialog({ item, node, isMove, onClose, onGone }: CopyMoveProps) {
  const { t } = useTranslation('catalog')
  const close = useMountedCallback(onClose)
  const leave = useMountedCallback(onGone)
  const { item_id, item_name } = item
  const { info } = useItemTree(item_id)
  const [others] = useFetch(item_id, (signal) => readOtherItems(item_id, signal))
  // the current item can always be selected
  const items = [{ value: item_id, label: item_name, hint: '' }, ...(queryValue(others) ?? [])]
  const [way, setWay] = useState<'copy' | 'move'>(isMove ? 'move' : 'copy')
  const [to, setTo] = useState<MoveDestination>({ item_id, cat_id: Number(node.parent?.id ?? 0) })
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const carry = useSetAtom(moveOrCopyAtom)
  const arrange = useSetAtom(arrangeAtom)
  const isHere = to.item_id === item_id
  const isThere = way === 'move' && isHere && to.cat_id === Number(node.parent?.id ?? 0)
  const path = useCatalogPath(to)
  const itemName = items.find(({ value }) => value === to.item_id)?.label ?? item.item_name
  const place = [itemName, ...(path ?? [])].join(' / ')
  const count = node.kind === 'page' ? 1 : listPages(node.children).length

  const undo = async () => {
    try {
      if (!isHere) await carry(to.item_id, node, { item_id, cat_id: Number(node.parent?.id ?? 0) }, true)
      await arrange(item_id, [toPosition(node)])
    } catch (failure) {
      toast.error(errorText(failure), { requestId: getRequestId(failure) })
    }
  }
  const submit = async () => {
    if (busy || isThere) return
    setBusy(true)
    setError(undefined)
    try {
      const page_id = await carry(item_id, node, to, way === 'move')
      close()
      const words = localized(() =>
        i18next.t(way === 'move' ? 'catalog:carry.moved' : 'catalog:carry.copied', { name: node.title, place }),
      )
      if (way === 'move') toast.ok(words, { undo: () => void undo() })
      else {
        const run = () => navigate(page_id ? `/${to.item_id}/${page_id}` : `/${to.item_id}`)
        const action = { label: localized(() => i18next.t('catalog:carry.open')), run }
        toast.ok(words, page_id || !isHere ? { action } : {})
      }
      if (way === 'move' && !isHere) leave(to)
    } catch (failure) {
      setError(errorText(failure))
    } finally {
      setBusy(false)
    }
  }
  const kind = node.kind === 'page' ? 'page' : 'catalog'
  return (
    <Dialog
      open
      size="m"
      onClose={onClose}
      onSubmit={() => void submit()}
      title={t(`carry.title.${kind}`, { name: node.title })}
      footer={
        <>
          <Button onClick={onClose}>{t('new.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={isThere}>
            {t(`carry.${way}.${kind}`)}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <RadioGroup
          label={t('carry.what')}
          value={way}
          onValue={setWay}
          options={[
            { value: 'copy', label: t('carry.asCopy'), help: t(`carry.copyHelp.${kind}`) },
            { value: 'move', label: t('carry.asMove'), help: t('carry.moveHelp') },
          ]}
        />
        <Field label={t('carry.item')}>
          <Combobox
            options={items}
            value={to.item_id}
            emptyText={t('carry.noItem')}
            onValue={(chosen) => chosen && setTo({ item_id: chosen, cat_id: 0 })}
          />
        </Field>
        <Field label={t('carry.catalog')}>
          <CatalogSelect
            key={to.item_id}
            item_id={to.item_id}
            value={to.cat_id}
            onValue={(cat_id) => setTo({ ...to, cat_id })}
            deepest={node.kind === 'page' ? deepestLevel : deepestLevel - getHeight(node)}
            exclude={isHere && node.kind === 'catalog' ? Number(node.id) : undefined}
            noTop={isHere && (info?.is_limited ?? false)}
          />
        </Field>
        <p className={styles.result} role="status">
          {isThere ? t('carry.there') : t('carry.result', { count, place })}
        </p>
        {error && <Banner tone="danger">{error.text}</Banner>}
      </div>
    </Dialog>
  )
}
