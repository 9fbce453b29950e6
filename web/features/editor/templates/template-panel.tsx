import { MarkdownBody } from '#web/features/page/markdown/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { SearchIcon, TemplateIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import type { Read } from './atoms.ts'
import styles from './template.module.css'
import { TemplateList } from './template-list.tsx'
import type { ListedTemplate } from './templates.ts'

/** The templates of one tab: a list with a search, next to the preview of the selected one. */
export function TemplatePanel(props: {
  read: Read<ListedTemplate[]> | undefined
  found: readonly ListedTemplate[]
  current: ListedTemplate | undefined
  search: string
  onSearch: (search: string) => void
  onChoose: (id: string) => void
  onInsert: () => void
  onRetry: () => void
  /** Shown when there are no templates at all. */
  empty: string
  label: string
}) {
  const { read, found, current, search, onSearch, onChoose, onInsert, onRetry, empty, label } = props
  const { t } = useTranslation('template')
  if (!read) {
    return (
      <Loading onRetry={onRetry}>
        <SkeletonText lines={6} />
      </Loading>
    )
  }
  if ('error' in read) {
    return (
      <LoadError
        text={t('failed')}
        message={getErrorMessage(read.error)}
        requestId={getRequestId(read.error)}
        onRetry={onRetry}
      />
    )
  }
  if (read.value.length === 0) return <EmptyState icon={<TemplateIcon data-size="32" />} text={empty} />
  return (
    <div className={styles.panel}>
      <div className={styles.choice}>
        <TextInput
          icon={<SearchIcon />}
          aria-label={t('search')}
          placeholder={t('search')}
          value={search}
          onValue={onSearch}
        />
        {found.length === 0 ? (
          <p className={styles.hint}>{t('none.found')}</p>
        ) : (
          <TemplateList label={label} templates={found} chosen={current?.id} onChoose={onChoose} onInsert={onInsert} />
        )}
      </div>
      {/* scrollable content must be reachable by keyboard */}
      <section className={styles.preview} tabIndex={0} aria-label={t('preview')}>
        {current && current.content.trim() !== '' && <MarkdownBody text={current.content} mode="preview" />}
        {current?.content.trim() === '' && <p className={styles.hint}>{t('emptyText')}</p>}
      </section>
    </div>
  )
}
