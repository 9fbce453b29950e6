import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CardsIcon, ListIcon, SearchIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './item-list.module.css'
import { NewItemMenu } from './new-item-menu.tsx'
import { pageSearchAtom } from './search-atoms.ts'
import type { Sort } from './sort-and-filter.ts'
import { sortAtom, viewAtom } from './view-atoms.ts'

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
