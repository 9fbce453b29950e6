import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { trimName } from '#shared/contract/name.ts'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import {
  deleteGroupAtom,
  type Group,
  groupItemIds,
  groupsAtom,
  type Item,
  itemListAtom,
  reloadGroupsAtom,
  saveGroupAtom,
  sortGroupsAtom,
} from '#web/features/item/my-items/index.tsx'
import { getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText } from '#web/lib/lazy-text.ts'
import { useOnReconnect } from '#web/lib/online.ts'
import { queryValue } from '#web/lib/query.ts'
import { useTitle } from '#web/lib/route.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, BackIcon, CatalogIcon, EditIcon, ListIcon, SearchIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { arrayMove } from '#web/ui/reorder.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { filterByName } from './filter-by-name.ts'
import styles from './item-group.module.css'

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

/** The name input; it stays, with the typed text, until the name is saved or discarded. */
function NameBox(props: { group: Group; onName: (name: string) => Promise<boolean>; onLeave: () => void }) {
  const { group, onName, onLeave } = props
  const { t } = useTranslation('item-group')
  const [name, setName] = useState(group.group_name)
  const box = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const rejected = useRef('')
  const next = trimName(name)
  const isNew = next !== '' && next !== group.group_name
  useUnsaved(t('nameOf', { group: group.group_name }), isNew ? next : undefined)
  useEffect(() => box.current?.select(), [])
  const finish = async () => {
    if (busy) return
    if (!isNew) return onLeave()
    setBusy(true)
    const isDone = await onName(next)
    setBusy(false)
    if (isDone) onLeave()
    else rejected.current = next
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void finish()
    else if (event.key === 'Escape') onLeave()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextInput
      size="s"
      value={name}
      onValue={setName}
      readOnly={busy}
      aria-label={t('nameOf', { group: group.group_name })}
      ref={box}
      onKeyDown={onKeyDown}
      onBlur={() => {
        if (rejected.current !== next) void finish()
      }}
      autoComplete="off"
      maxLength={100}
    />
  )
}

/** The actions on groups; each reports a failure and returns whether it succeeded. */
interface GroupActions {
  add: (group_name: string) => Promise<boolean>
  rename: (group: Group, group_name: string) => Promise<boolean>
  fill: (group: Group, item_ids: readonly string[]) => Promise<boolean>
  remove: (group: Group) => Promise<boolean>
  /** Creates a deleted group again, with its items. */
  restore: (group: Group) => Promise<boolean>
  sort: (ids: readonly string[]) => Promise<boolean>
}

/** Returns the actions of the groups dialog. */
function useGroupActions(): GroupActions {
  const save = useSetAtom(saveGroupAtom)
  const removeGroup = useSetAtom(deleteGroupAtom)
  const sortGroups = useSetAtom(sortGroupsAtom)
  const reload = useSetAtom(reloadGroupsAtom)
  const reported = async (chosenAction: Promise<unknown>): Promise<boolean> => {
    try {
      await chosenAction
      return true
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
      reload()
      return false
    }
  }
  return {
    add: (group_name) => reported(save({ id: '0', group_name })),
    rename: ({ id }, group_name) => reported(save({ id, group_name })),
    fill: ({ id, group_name }, item_ids) => reported(save({ id, group_name, item_ids })),
    sort: (ids) => reported(sortGroups(ids)),
    remove: ({ id }) => reported(removeGroup(id)),
    restore: (group) => reported(save({ id: '0', group_name: group.group_name, item_ids: groupItemIds(group) })),
  }
}

/** A group: its name, editable in place, its items, and a button to delete it. */
function GroupRow(props: {
  group: Group
  count: number
  actions: GroupActions
  onPick: () => void
  onDelete: () => void
}) {
  const { group, count, actions, onPick, onDelete } = props
  const { t } = useTranslation('item-group')
  const [renaming, setRenaming] = useState(false)
  const [shown, setShown] = useState<string>()
  const rename = async (name: string) => {
    const isDone = await actions.rename(group, name)
    if (isDone) setShown(name) // the refetched list will say the same
    return isDone
  }
  const group_name = shown ?? group.group_name
  return (
    <div className={styles.row}>
      {renaming ? (
        <span className={styles.name}>
          <NameBox group={group} onName={rename} onLeave={() => setRenaming(false)} />
        </span>
      ) : (
        <span className={styles.name} title={group_name} dir="auto" onDoubleClick={() => setRenaming(true)}>
          {group_name}
        </span>
      )}
      <button type="button" className={styles.count} onClick={onPick}>
        {t('items', { count })}
      </button>
      <span className={styles.actions}>
        <IconButton size="s" label={t('rename', { group: group_name })} onClick={() => setRenaming(true)}>
          <EditIcon />
        </IconButton>
        <IconButton size="s" label={t('choose', { group: group_name })} onClick={onPick}>
          <ListIcon />
        </IconButton>
        <IconButton size="s" label={t('delete', { group: group_name })} onClick={onDelete}>
          <TrashIcon />
        </IconButton>
      </span>
    </div>
  )
}

/** The user's groups: create, rename, reorder and assign items. */
function GroupsPanel() {
  const { t } = useTranslation('item-group')
  const read = useAtomValue(groupsAtom)
  const loaded = useAtomValue(itemListAtom)
  const reload = useSetAtom(reloadGroupsAtom)
  const itemActions = useGroupActions()
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
    return <ItemPicker group={picked} items={items} onSave={(ids) => itemActions.fill(picked, ids)} onBack={back} />
  }
  const known = new Set(items.map(({ item_id }) => item_id))
  const move = async (from: number, to: number) => {
    const ids = arrayMove(groups, from, to).map(({ id }) => id)
    setMade(ids)
    if (!(await itemActions.sort(ids))) setMade((now) => (now === ids ? undefined : now))
  }
  const remove = async (group: Group) => {
    if (await itemActions.remove(group)) setDeleted(group)
  }
  const bringBack = async (group: Group) => {
    if (await itemActions.restore(group)) setDeleted(undefined)
  }
  return (
    <div className={styles.panel}>
      <NewGroup onAdd={itemActions.add} />
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
            actions={itemActions}
            onPick={() => setPicking(group.id)}
            onDelete={() => void remove(group)}
          />
        )}
      </SortableList>
    </div>
  )
}

/** The user's groups in a dialog; every change is saved at once. */
export function GroupsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('item-group')
  return (
    <Dialog open size="m" title={t('title')} onClose={onClose}>
      <GroupsPanel />
    </Dialog>
  )
}

/** The screen `/item/group/index`: the groups dialog as a page. */
export function ItemGroups() {
  const { t } = useTranslation('item-group')
  const user = useAtomValue(sessionAtom)
  useTitle(user ? t('title') : undefined)
  if (!user) return <RedirectTo path="/user/login?redirect=/item/group/index" />
  return (
    <ScreenFrame title={t('title')} note={t('note')} width="text" back={{ to: '/item/index', label: t('toItems') }}>
      <GroupsPanel />
    </ScreenFrame>
  )
}
