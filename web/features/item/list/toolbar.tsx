import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { itemTypes } from '#shared/item-types.ts'
import { typeIcons } from '#web/features/item/data/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CardsIcon, CodeFileIcon, CopyIcon, ImportIcon, ListIcon, SearchIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import { Select } from '#web/ui/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { dialogAtom } from './dialog-atom.ts'
import styles from './item-list.module.css'
import { pageSearchAtom } from './search-atoms.ts'
import type { Sort } from './sort-and-filter.ts'
import { sortAtom, viewAtom } from './view-atoms.ts'

/** The button that creates an item: of a type, as a copy, from a file, or from an API description. */
function NewItemMenu() {
  const { t } = useTranslation(['item-list', 'my-items'])
  const openDialog = useSetAtom(dialogAtom)
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="primary" icon={<AddIcon />}>
          {t('new')}
        </Button>
      }
      entries={[
        ...Object.values(itemTypes).map(({ name: type }) => {
          const Icon = typeIcons[type]
          return {
            id: type,
            label: t(`my-items:type.${type}`),
            icon: <Icon />,
            onSelect: () => openDialog({ kind: 'new', type }),
          }
        }),
        { kind: 'separator', id: 'others' },
        { id: 'copy', label: t('copy.entry'), icon: <CopyIcon />, onSelect: () => openDialog({ kind: 'copy' }) },
        { id: 'import', label: t('import'), icon: <ImportIcon />, onSelect: () => openDialog({ kind: 'import' }) },
        {
          id: 'describe',
          label: t('describe'),
          icon: <CodeFileIcon />,
          onSelect: () => openDialog({ kind: 'describe' }),
        },
      ]}
    />
  )
}

/** Search, sort order, view, and the button that creates an item. */
export function Toolbar({ filter, onFilter }: { filter: string; onFilter: (filter: string) => void }) {
  const { t } = useTranslation('item-list')
  const [sort, setSort] = useAtom(sortAtom)
  const [view, setView] = useAtom(viewAtom)
  const { busy } = useAtomValue(pageSearchAtom)
  return (
    <>
      <div className={styles.filter}>
        <TextInput
          type="search"
          icon={<SearchIcon />}
          aria-label={t('search.label')}
          placeholder={t('search.label')}
          value={filter}
          onValue={onFilter}
          onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
          autoComplete="off"
          maxLength={200}
          {...(busy && { end: <Spinner /> })}
        />
      </div>
      <div className={styles.sort}>
        <Select<Sort>
          aria-label={t('sort.label')}
          value={sort}
          onValue={setSort}
          options={[
            { value: 'updated', label: t('sort.updated') },
            { value: 'name', label: t('sort.name') },
            { value: 'own', label: t('sort.own') },
          ]}
        />
      </div>
      <div className={styles.views} role="group" aria-label={t('view.label')}>
        <IconButton label={t('view.cards')} aria-pressed={view === 'cards'} onClick={() => setView('cards')}>
          <CardsIcon />
        </IconButton>
        <IconButton label={t('view.rows')} aria-pressed={view === 'rows'} onClick={() => setView('rows')}>
          <ListIcon />
        </IconButton>
      </div>
      <NewItemMenu />
    </>
  )
}
