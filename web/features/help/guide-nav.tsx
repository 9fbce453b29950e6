import { useDeferredValue, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link } from '#web/lib/route.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { ApiItemIcon, SearchIcon } from '#web/ui/icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { type Chapter, type ChapterId, chapterPath } from './chapters.ts'
import styles from './guide.module.css'
import { searchGuide } from './read-guide.ts'

/** The list of chapters, and a search in all of them. */
export function GuideNav({ chapters, current }: { chapters: readonly Chapter[]; current: ChapterId }) {
  const { t } = useTranslation('help')
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(typed.trim())
  const hits = searchGuide(chapters, wanted)
  useShortcut('/', () => document.querySelector<HTMLInputElement>('[data-guide-search] input')?.focus())
  return (
    <>
      <div data-guide-search="" role="search">
        <TextInput
          type="search"
          icon={<SearchIcon />}
          aria-label={t('searchGuide')}
          placeholder={t('searchGuide')}
          value={typed}
          onValue={setTyped}
          onKeyDown={(event) => event.key === 'Escape' && setTyped('')}
          autoComplete="off"
        />
      </div>
      <p className="visually-hidden" role="status">
        {wanted && t('hits', { count: hits.length })}
      </p>
      {wanted === '' ? (
        <ol className={styles.chapters}>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <Link href={chapterPath(id)} aria-current={id === current ? 'page' : undefined}>
                {title}
              </Link>
            </li>
          ))}
        </ol>
      ) : (
        <ul className={styles.chapters}>
          {hits.map(({ id, title, heading, anchor, snippet }) => (
            <li key={id + anchor}>
              <Link href={`${chapterPath(id)}?hit=${encodeURIComponent(wanted)}${anchor && `#${anchor}`}`}>
                <strong>{heading || title}</strong>
                {heading && <small>{title}</small>}
                <small>{snippet}</small>
              </Link>
            </li>
          ))}
          {hits.length === 0 && <li className={styles.none}>{t('noHits', { words: wanted })}</li>}
        </ul>
      )}
      <Link href="/help/api" className={styles.api}>
        <ApiItemIcon />
        {t('title')}
      </Link>
    </>
  )
}
