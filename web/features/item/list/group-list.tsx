import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { type Group, type Item, reloadItemsAtom } from '#web/features/item/my-items/index.tsx'
import { api, getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { queryFamily, queryValue } from '#web/lib/query.ts'
import { navigate } from '#web/lib/route.ts'
import { createSerialQueue } from '#web/lib/serial-queue.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ArchiveIcon, CatalogIcon } from '#web/ui/icons.ts'
import { StarIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import { dialogAtom } from './dialog-atom.ts'
import { type GroupKey, getGroupItems, orderGroup } from './group.ts'
import { ItemCards } from './item-cards.tsx'
import styles from './item-list.module.css'
import { ItemTable } from './item-table.tsx'
import { getIndexAfterMove, type MoveTo, orderAfterMove, sortItems } from './sort-and-filter.ts'
import { sortAtom, viewAtom } from './view-atoms.ts'

/** Shown when a group has no items. */
function GroupEmpty({ group, name }: { group: GroupKey; name: string }) {
  const { t } = useTranslation('item-list')
  const openDialog = useSetAtom(dialogAtom)
  const all = <Button onClick={() => navigate('/item/index?group=all')}>{t('group.showAll')}</Button>
  if (group === 'starred') {
    return <EmptyState icon={<StarIcon data-size="32" />} text={t('group.noStars')} action={all} />
  }
  if (group === 'archived') {
    return <EmptyState icon={<ArchiveIcon data-size="32" />} text={t('group.noArchived')} action={all} />
  }
  return (
    <EmptyState
      icon={<CatalogIcon data-size="32" />}
      text={t('group.nothingIn', { group: name })}
      action={<Button onClick={() => openDialog({ kind: 'groups' })}>{t('group.choose')}</Button>}
    />
  )
}

const first = 60
const step = 120
const aheadPx = 1200

// How far a list had grown, so that going back restores the scroll position.
let grown = { list: '', shown: first }

/**
 * Returns how many of `count` items of a list to render: more as the end comes near. Attach `end` to an element after
 * the last one.
 */
function useIncrementalList(list: string, count: number): { shown: number; end: RefObject<HTMLDivElement | null> } {
  const [shown, setShown] = useState(grown.list === list ? grown.shown : first)
  const end = useRef<HTMLDivElement>(null)
  const isWhole = shown >= count
  useEffect(() => {
    if (isWhole || !end.current) return
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        grown = { list, shown: shown + step }
        setShown(shown + step)
      },
      { rootMargin: `${aheadPx}px` },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [list, isWhole, shown])
  return { shown, end }
}

type Orders = ReadonlyMap<number, readonly string[]>

// Orders set in this tab, by group; they take precedence over the server's.
const madeAtom = atom<Orders>(new Map())

/** The group whose order is needed besides the order of all items, which comes with the list; 0 for none. */
const orderedGroupAtom = atom(0)

const serverOrdersAtom = queryFamily(
  async (group, signal): Promise<readonly string[]> =>
    (await api.item.myList({ item_group_id: Number(group), with_starred: true }, { signal })).map(
      ({ item_id }) => item_id,
    ),
  10,
)

/**
 * The order of the current group, as set here or sent by the server; undefined if it is the order of the list, which
 * also replaces one that could not be loaded.
 */
const orderAtom = atom((get) => {
  const group = get(orderedGroupAtom)
  const made = get(madeAtom).get(group)
  return made ?? (group === 0 ? undefined : queryValue(get(get(serverOrdersAtom).of(String(group)))))
})

const inTurn = createSerialQueue()

/**
 * Saves the order of the items in a group: locally at once, then on the server, one request at a time. @throws the
 * server's error
 */
const saveOrderAtom = atom(null, async (_get, set, group: number, ids: readonly string[]) => {
  set(madeAtom, (orders) => new Map(orders).set(group, ids))
  const data = JSON.stringify(Object.fromEntries(ids.map((id, at) => [id, at + 1])))
  try {
    await inTurn(() => api.item.sort({ data, item_group_id: group }))
  } catch (error) {
    set(madeAtom, (orders) => new Map([...orders].filter(([of, made]) => of !== group || made !== ids)))
    set(reloadItemsAtom)
    throw error
  }
})

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
    const matching = place === 0 ? items : getGroupItems(items, group, groups)
    return isOwn ? sortItems(matching, 'own', i18n.language, order) : matching
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
