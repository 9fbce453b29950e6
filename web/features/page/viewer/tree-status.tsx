import type { Filtered } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import styles from './tree-panel.module.css'
import type { TreeSearch } from './use-tree-search.ts'

/** Shows what the filter above the tree has found, and a button to search the contents as well. */
export function TreeStatus(props: {
  filtered: Filtered | undefined
  contents: TreeSearch['contents']
  onSearch: () => void
}) {
  const { filtered, contents, onSearch } = props
  const { t } = useTranslation('viewer')
  const words = () => {
    if (!filtered) return undefined
    if (contents?.isSearching) return t('tree.searching')
    if (contents?.failure) return contents.failure
    const titles = t('tree.titles', { count: filtered.hits })
    if (contents) return t('tree.found', { titles, pages: t('tree.pages', { count: filtered.contents }) })
    return filtered.hits === 0 ? t('tree.none') : t('tree.hits', { count: filtered.hits })
  }
  return (
    <div className={filtered ? styles.hits : undefined}>
      <span className={filtered ? undefined : 'visually-hidden'} role="status">
        {words()}
      </span>
      {filtered && !contents && (
        <button type="button" className={styles.search} onClick={onSearch}>
          {t('tree.searchContents')}
        </button>
      )}
    </div>
  )
}
