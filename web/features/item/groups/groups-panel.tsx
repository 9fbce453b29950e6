import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import {
  type Group,
  groupItemIds,
  groupsAtom,
  type Item,
  itemListAtom,
  reloadGroupsAtom,
} from '#web/features/item/data/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useOnReconnect } from '#web/lib/online.ts'
import { queryValue } from '#web/lib/query.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { AddIcon, BackIcon, CatalogIcon, SearchIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { arrayMove } from '#web/ui/reorder.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { filterByName } from './filter-by-name.ts'
import { GroupRow } from './group-row.tsx'
import styles from './item-group.module.css'
import { useGroupActions } from './use-group-actions.ts'

/** The form to create a group. */
function NewGroup({ onAdd }: { onAdd: (group_name: string) => Promise<boolean> }) {
  const { t } = useTranslation('item-group')
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  useUnsaved(t('name'), name.trim() || undefined)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (busy || trimName(name) === '') return
    setBusy(true)
    if (await onAdd(trimName(name))) setName((now) => (now === name ? '' : now)) // keep a name begun since
    setBusy(false)
  }
  return (
    <form className={styles.new} onSubmit={(event) => void add(event)}>
      <TextInput
        value={name}
        onValue={setName}
        aria-label={t('name')}
        placeholder={t('name')}
        autoComplete="off"
        maxLength={100}
      />
      <Button type="submit" icon={<AddIcon />} busy={busy} disabled={trimName(name) === ''}>
        {t('add')}
      </Button>
    </form>
  )
}

/** The items of a group: a list of checkboxes with a filter. */
function ItemPicker(props: {
  group: Group
  items: readonly Item[]
  onSave: (item_ids: readonly string[]) => Promise<boolean>
  onBack: () => void
}) {
  const { group, items, onSave, onBack } = props
  const { t } = useTranslation(['item-group', 'common'])
  const [chosen, setChosen] = useState<readonly string[]>(() => groupItemIds(group))
  const [filter, setFilter] = useState('')
  const [busy, setBusy] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => box.current?.focus(), [])
  const shown = filterByName(items, filter)
  const title = t('itemsIn', { group: group.group_name })
  const isChanged = chosen.join() !== groupItemIds(group).join()
  const namesOf = (ids: readonly string[]) =>
    items.flatMap(({ item_id, item_name }) => (ids.includes(item_id) ? [item_name] : []))
  useUnsaved(title, isChanged ? namesOf(chosen).join('\n') : undefined)
  const toggle = (id: string, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  const save = async () => {
    setBusy(true)
    const done = await onSave(chosen)
    setBusy(false)
    if (done) onBack()
  }
  return (
    <div className={styles.picker}>
      <div>
        <Button size="s" variant="ghost" icon={<BackIcon />} onClick={onBack}>
          {t('back')}
        </Button>
      </div>
      <h3 className={styles.pickerHead}>{title}</h3>
      <TextInput
        type="search"
        icon={<SearchIcon />}
        value={filter}
        onValue={setFilter}
        aria-label={t('filter')}
        placeholder={t('filter')}
        autoComplete="off"
        ref={box}
      />
      <ul className={styles.choices}>
        {shown.map((item) => (
          <li key={item.item_id}>
            <Checkbox
              label={<bdi>{item.item_name}</bdi>}
              checked={chosen.includes(item.item_id)}
              disabled={busy}
              onChecked={(on) => toggle(item.item_id, on)}
            />
          </li>
        ))}
        {shown.length === 0 && <li className={styles.none}>{t('noMatch')}</li>}
      </ul>
      <div className={styles.pickerFoot}>
        <span role="status">{t('chosen', { count: chosen.length })}</span>
        <Button onClick={onBack}>{t('common:action.cancel')}</Button>
        <Button variant="primary" busy={busy} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}

/** The user's groups: create, rename, reorder and assign items. */
export function GroupsPanel() {
  const { t } = useTranslation('item-group')
  const read = useAtomValue(groupsAtom)
  const loaded = useAtomValue(itemListAtom)
  const reload = useSetAtom(reloadGroupsAtom)
  const deeds = useGroupActions()
  const [picking, setPicking] = useState<string>()
  const [deleted, setDeleted] = useState<Group>()
  const [made, setMade] = useState<readonly string[]>() // the order set here, until the server returns it
  // Keeps the groups, and what is typed next to them, after a failed refetch.
  const [former, setFormer] = useState<Group[]>()
  const [formerItems, setFormerItems] = useState<Item[]>()
  useOnReconnect(reload)
  const allGroups = queryValue(read) ?? former
  const knownItems = queryValue(loaded) ?? formerItems
  if (allGroups !== former) setFormer(allGroups)
  if (knownItems !== formerItems) setFormerItems(knownItems)
  if (!allGroups || !(loaded || knownItems)) {
    return (
      <QueryBoundary result={loaded && read} onRetry={reload} failed={t('failed')} waiting={<SkeletonText lines={4} />}>
        {() => null}
      </QueryBoundary>
    )
  }
  const items = knownItems ?? []
  const placeOf = ({ id }: Group) => made?.indexOf(id) ?? 0
  const groups = made ? allGroups.toSorted((a, b) => placeOf(a) - placeOf(b)) : allGroups
  const picked = groups.find(({ id }) => id === picking)
  if (picked) {
    const back = () => setPicking((now) => (now === picked.id ? undefined : now))
    return <ItemPicker group={picked} items={items} onSave={(ids) => deeds.fill(picked, ids)} onBack={back} />
  }
  const known = new Set(items.map(({ item_id }) => item_id))
  const move = async (from: number, to: number) => {
    const ids = arrayMove(groups, from, to).map(({ id }) => id)
    setMade(ids)
    if (!(await deeds.sort(ids))) setMade((now) => (now === ids ? undefined : now))
  }
  const remove = async (group: Group) => {
    if (await deeds.remove(group)) setDeleted(group)
  }
  const bringBack = async (group: Group) => {
    if (await deeds.restore(group)) setDeleted(undefined)
  }
  return (
    <div className={styles.panel}>
      <NewGroup onAdd={deeds.add} />
      {deleted && (
        // Shown here, not as a toast: a modal dialog blocks the pointer outside it.
        <Banner
          action={
            <Button size="s" onClick={() => void bringBack(deleted)}>
              {t('undo')}
            </Button>
          }
        >
          {t('deleted', { group: deleted.group_name })}
        </Banner>
      )}
      {groups.length === 0 && (
        <EmptyState icon={<CatalogIcon data-size="32" />} text={t('none')} help={t('noneHelp')} />
      )}
      <SortableList
        label={t('title')}
        items={groups}
        keyOf={({ id }) => id}
        nameOf={({ group_name }) => group_name}
        onMove={(from, to) => void move(from, to)}
      >
        {(group) => (
          <GroupRow
            group={group}
            count={groupItemIds(group).filter((id) => known.has(id)).length}
            deeds={deeds}
            onPick={() => setPicking(group.id)}
            onDelete={() => void remove(group)}
          />
        )}
      </SortableList>
    </div>
  )
}
