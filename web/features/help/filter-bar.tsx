import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { OutlineIcon, SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import styles from './api-reference.module.css'

/** The filter for endpoint names; it stays visible while scrolling. */
export function FilterBar(props: {
  filter: string
  onFilter: (filter: string) => void
  /** Opens the outline when it is not next to the text. */
  onOutline: (() => void) | undefined
}) {
  const { t } = useTranslation(['help', 'outline'])
  const { filter, onFilter, onOutline } = props
  return (
    <div className={styles.bar} role="search" data-no-print="">
      <TextInput
        type="search"
        icon={<SearchIcon />}
        aria-label={t('filter')}
        placeholder={t('filter')}
        value={filter}
        onValue={onFilter}
        onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
        autoComplete="off"
      />
      {onOutline && (
        <IconButton label={t('outline:title')} onClick={onOutline}>
          <OutlineIcon />
        </IconButton>
      )}
    </div>
  )
}
