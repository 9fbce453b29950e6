import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { Group, Item } from '#web/features/item/data/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { toast } from '#web/ui/toast.ts'
import { type GroupKey, getGroupItems, orderGroup } from './group.ts'
import { GroupEmpty } from './group-empty.tsx'
import { ItemCards } from './item-cards.tsx'
import styles from './item-list.module.css'
import { ItemTable } from './item-table.tsx'
import { orderAtom, orderedGroupAtom, saveOrderAtom } from './order-atoms.ts'
import { getIndexAfterMove, type MoveTo, orderAfterMove, sortItems } from './sort-and-filter.ts'
import { useIncrementalList } from './use-incremental-list.ts'
import { sortAtom, viewAtom } from './view-atoms.ts'

/** The items of a group in the chosen order; in the user's own order they can be moved. */
export function GroupList(props: { items: readonly Item[]; group: GroupKey; groups: readonly Group[] }) {
  const { items, group, groups } = props
  const { t, i18n } = useTranslation('item-list')
  const sort = useDeferredValue(useAtomValue(sortAtom))
  const view = useDeferredValue(useAtomValue(viewAtom))
  const order = useAtomValue(orderAtom)
  const setOrdered = useSetAtom(orderedGroupAtom)
  const saveOrder = useSetAtom(saveOrderAtom)
  const isOwn = sort === 'own'
  const place = orderGroup(group)
  useEffect(() => setOrdered(isOwn ? place : 0), [isOwn, place, setOrdered])

  // The complete order stored for the group; the list may show only a part of it.
  const whole = useMemo(() => {
    const kept = place === 0 ? items : getGroupItems(items, group, groups)
    return isOwn ? sortItems(kept, 'own', i18n.language, order) : kept
  }, [items, group, groups, place, isOwn, order, i18n.language])
  const shown = useMemo(() => {
    const its = place === 0 ? getGroupItems(whole, group, groups) : whole
    return isOwn ? its : sortItems(its, sort, i18n.language)
  }, [whole, place, group, groups, isOwn, sort, i18n.language])

  const onPlace = (from: number, to: number) => {
    const moved = shown[from]
    if (!moved || from === to) return
    const idsOf = (list: readonly Item[]) => list.map(({ item_id }) => item_id)
    announce(t('move.moved', { name: moved.item_name, place: to + 1, count: shown.length }))
    saveOrder(place, orderAfterMove(idsOf(whole), idsOf(shown), from, to)).catch((error: unknown) =>
      toast.error(
        localized(() => i18next.t('item-list:move.failed', { reason: getErrorMessage(error) })),
        { requestId: getRequestId(error) },
      ),
    )
  }
  const latest = useRef({ shown, onPlace })
  useEffect(() => {
    latest.current = { shown, onPlace }
  })
  // A stable function: a card re-renders only when its item has changed.
  const onMove = useCallback((item_id: string, where: MoveTo) => {
    const { shown: list, onPlace: put } = latest.current
    const from = list.findIndex((item) => item.item_id === item_id)
    if (from >= 0) put(from, getIndexAfterMove(where, from, list.length))
  }, [])

  const { shown: count, end } = useIncrementalList(group, shown.length)
  if (shown.length === 0) {
    return <GroupEmpty group={group} name={groups.find(({ id }) => id === group)?.group_name ?? ''} />
  }
  const List = view === 'cards' ? ItemCards : ItemTable
  return (
    <>
      <List items={shown.slice(0, count)} onReorder={isOwn ? onPlace : undefined} onMove={isOwn ? onMove : undefined} />
      <div ref={end} className={styles.end} />
    </>
  )
}
