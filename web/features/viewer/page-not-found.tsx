import { useState } from 'react'
import { holdsWords } from '#web/features/tree/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link, useTitle } from '#web/lib/route.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageIcon, SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { isPageId, wordsOfAddress } from './addresses.ts'
import styles from './state.module.css'
import { pagePath, useViewedItem } from './viewed-item.ts'

const most = 8

/** What stands in an item where the page of the address is not: a way back, and the pages its words may mean. */
export function PageNotFound({ wanted }: { wanted: string }) {
  const { t } = useTranslation('viewer')
  const item = useViewedItem()
  const [words, setWords] = useState(() => (isPageId(wanted) ? '' : wordsOfAddress(wanted)))
  const found = words.trim() === '' ? [] : item.pages.filter(({ title }) => holdsWords(title, words)).slice(0, most)
  useTitle(`${t('notFound.title')} · ${item.name}`)
  return (
    <div className={styles.state}>
      <SearchIcon data-size="32" />
      <h1 className={styles.title}>{t('notFound.title')}</h1>
      <p className={styles.words}>{t('notFound.page')}</p>
      <div className={styles.search}>
        <TextInput
          type="search"
          icon={<SearchIcon />}
          aria-label={t('notFound.searchIn', { item: item.name })}
          placeholder={t('notFound.searchIn', { item: item.name })}
          value={words}
          onValue={setWords}
        />
        <ul className={styles.found} aria-live="polite">
          {found.map(({ id, title }) => (
            <li key={id}>
              <Link href={pagePath(item, id)}>
                <PageIcon />
                {title}
              </Link>
            </li>
          ))}
          {words.trim() !== '' && found.length === 0 && <li className={styles.none}>{t('notFound.none')}</li>}
        </ul>
      </div>
      <div className={styles.row}>
        <ButtonLink to={`/${item.ref}`} variant="primary">
          {t('notFound.back', { item: item.name })}
        </ButtonLink>
      </div>
    </div>
  )
}
