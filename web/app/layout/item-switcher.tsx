import { atom, useAtomValue } from 'jotai'
import { type ComponentProps, useState } from 'react'
import { itemTypes } from '#shared/item-types.ts'
import { cachedItemsAtom, itemPath, TypeIcon } from '#web/features/item/my-items/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { SwitchIcon } from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { CardsIcon } from '#web/ui/screen-icons.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import styles from './header.module.css'
import { getRecentItems } from './recent-items.ts'
import { readRecentPages } from './recent-pages.ts'

/** Shows only the icon next to an item's name; other screens have no item name, so there it shows the label too. */
function SwitchButton(props: ComponentProps<'button'>) {
  const { t } = useTranslation('layout')
  const { t: more } = useTranslation('app-menu')
  return (
    <Tooltip text={more('switcher.label')}>
      <button type="button" {...props} className={styles.switch}>
        <b>{t('items')}</b>
        <span className="visually-hidden">{more('switcher.label')}</span>
        <SwitchIcon />
      </button>
    </Tooltip>
  )
}

const mostStarred = 8
const notRequestedAtom = atom(undefined)

/** The menu after the item's name: recent items, starred items, and all. */
export function ItemSwitcher({ uid }: { uid: string }) {
  const { t } = useTranslation('app-menu')
  const [open, setOpen] = useState(false)
  const items = useAtomValue(open ? cachedItemsAtom : notRequestedAtom) ?? []
  const recent = open ? getRecentItems(readRecentPages(uid)) : []
  const starred = items.filter(({ is_star }) => Number(is_star) > 0).slice(0, mostStarred)
  const typeOf = (item_id: string) => items.find((item) => item.item_id === item_id)?.item_type
  const entries: MenuEntry[] = [
    ...(recent.length > 0 ? [{ kind: 'label' as const, id: 'recent', label: t('switcher.recent') }] : []),
    ...recent.map(({ item_id, item_name, ref }) => ({
      id: `recent${item_id}`,
      label: item_name,
      icon: <TypeIcon item_type={typeOf(item_id) ?? itemTypes.regular.numbers[0]} />,
      href: href(`/${ref}`),
    })),
    ...(starred.length > 0 ? [{ kind: 'label' as const, id: 'starred', label: t('switcher.starred') }] : []),
    ...starred.map((item) => ({
      id: `starred${item.item_id}`,
      label: item.item_name,
      icon: <TypeIcon item_type={item.item_type} />,
      href: href(itemPath(item)),
    })),
    ...(recent.length + starred.length > 0 ? [{ kind: 'separator' as const, id: 'end' }] : []),
    { id: 'all', label: t('switcher.all'), icon: <CardsIcon />, shortcut: 'g h', href: href('/item/index') },
  ]
  return <Menu open={open} onOpenChange={setOpen} trigger={<SwitchButton />} entries={entries} />
}
