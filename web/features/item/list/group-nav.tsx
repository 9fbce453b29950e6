import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cachedItemsAtom, type Group, groupsAtom } from '#web/features/item/my-items/index.tsx'
import { formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryValue } from '#web/lib/query.ts'
import { Link } from '#web/lib/route.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, ArchiveIcon, CatalogIcon, EditIcon } from '#web/ui/icons.ts'
import cut from '#web/ui/overflow-shadow.module.css'
import { scrollIntoViewOnResize, watchOverflow } from '#web/ui/overflow-shadow.ts'
import { CardsIcon, StarIcon } from '#web/ui/screen-icons.ts'
import { dialogAtom } from './dialog-atom.ts'
import { type GroupKey, getGroupItems, parseGroupKey } from './group.ts'
import styles from './group-nav.module.css'

const none: readonly Group[] = []

/** The number of groups rendered at first, and added by each "more". */
const groupsAtOnce = 100

/** The groups next to the list, each with the number of its items; a row of chips on a phone. */
export function GroupNav({ group }: { group: GroupKey }) {
  const { t } = useTranslation('item-list')
  const items = useAtomValue(cachedItemsAtom)
  const read = useAtomValue(groupsAtom)
  const openDialog = useSetAtom(dialogAtom)
  const groups = queryValue(read) ?? none
  const nav = useRef<HTMLElement>(null)
  const [most, setMost] = useState(groupsAtOnce)
  // Always includes the open group.
  const shown = groups.filter(({ id }, at) => at < most || parseGroupKey(id) === group)
  const left = groups.length - shown.length
  useLayoutEffect(() => (nav.current ? watchOverflow(nav.current, 'row') : undefined), [])
  // Keep the open group visible when the row overflows: after a new selection, and when the window gets narrower.
  useLayoutEffect(() => {
    const row = nav.current
    return row && read && group ? scrollIntoViewOnResize(row, () => row.querySelector('[aria-current]')) : undefined
  }, [read, group])
  const link = (key: GroupKey, name: string, icon: ReactNode) => (
    <li key={key}>
      <Link href={`/item/index?group=${key}`} className={styles.link} aria-current={group === key || undefined}>
        {icon}
        <span className={styles.name} title={name} dir="auto">
          {name}
        </span>
        {items && <span className={styles.count}>{formatCount(getGroupItems(items, key, groups).length)}</span>}
      </Link>
    </li>
  )
  return (
    <nav ref={nav} className={`${styles.nav} ${cut.row}`} aria-label={t('group.nav')}>
      <ul className={styles.list}>
        {link('all', t('group.all'), <CardsIcon />)}
        {link('starred', t('group.starred'), <StarIcon />)}
      </ul>
      <div className={styles.head}>
        <span className={styles.label}>{t('group.own')}</span>
        {groups.length > 0 && (
          <IconButton size="s" label={t('group.manage')} onClick={() => openDialog({ kind: 'groups' })}>
            <EditIcon />
          </IconButton>
        )}
        <IconButton size="s" label={t('group.new')} onClick={() => openDialog({ kind: 'groups' })}>
          <AddIcon />
        </IconButton>
      </div>
      <ul className={styles.list}>
        {shown.map(({ id, group_name }) => link(parseGroupKey(id) ?? 'all', group_name, <CatalogIcon />))}
        {left > 0 && (
          <li>
            <button type="button" className={styles.link} onClick={() => setMost(most + groupsAtOnce)}>
              {t('group.more', { count: left, shown: formatCount(left) })}
            </button>
          </li>
        )}
        {read && 'error' in read && <li className={styles.note}>{t('group.failed')}</li>}
        {read && 'value' in read && groups.length === 0 && <li className={styles.note}>{t('group.none')}</li>}
      </ul>
      <ul className={styles.list} data-last="">
        {link('archived', t('group.archived'), <ArchiveIcon />)}
      </ul>
    </nav>
  )
}
