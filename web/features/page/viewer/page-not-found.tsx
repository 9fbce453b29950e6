import i18next from 'i18next'
import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { paletteOpenAtom } from '#web/app/layout/index.tsx'
import { userAtom } from '#web/features/account/session/index.tsx'
import { restorePageAtom } from '#web/features/tree/folders/index.tsx'
import { matchesFilter } from '#web/features/tree/view/index.tsx'
import { api, getRequestId } from '#web/lib/api.ts'
import { getDeleterName } from '#web/lib/display-name.ts'
import { relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { joinSentences } from '#web/lib/join-sentences.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { queryFamily, useCachedQuery } from '#web/lib/query.ts'
import { Link, useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageIcon, RefreshIcon, SearchIcon } from '#web/ui/icons.ts'
import { TrashIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { decodeAddress, isPageId, toSearchTerms } from './addresses.ts'
import { pagesAtom } from './atoms.ts'
import { pagePath, useCurrentItem } from './current-item.ts'
import styles from './state.module.css'
import { PagePlaceholder } from './viewer-skeleton.tsx'

const most = 8

/** Offers a way back, and the pages that the words of the address may mean. */
function NotFound({ wanted }: { wanted: string }) {
  const { t } = useTranslation('page-actions')
  const item = useCurrentItem()
  const [words, setWords] = useState(() => (isPageId(wanted) ? '' : toSearchTerms(wanted)))
  const found = words.trim() === '' ? [] : item.pages.filter(({ title }) => matchesFilter(title, words)).slice(0, most)
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

/** Shows an editor that the page of the address is in the recycle bin: who put it there, and how to restore it. */
function DeletedPage({ page }: { page: Deleted }) {
  const { t } = useTranslation('page-actions')
  const item = useCurrentItem()
  const restore = useSetAtom(restoreAndShowPageAtom)
  const [busy, setBusy] = useState(false)
  const { page_id, page_title, del_time, days_left } = page
  useTitle(`${t('bin.title')} · ${item.name}`)
  const bringBack = async () => {
    setBusy(true)
    try {
      await restore(item.item_id, page_id)
      toast.ok(localized(() => i18next.t('page-actions:bin.restored', { page: page_title })))
    } catch (error) {
      setBusy(false)
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
  }
  return (
    <div className={styles.state}>
      <TrashIcon data-size="32" />
      <h1 className={styles.title}>{t('bin.title')}</h1>
      <p className={styles.words}>
        {joinSentences([
          t('bin.who', { user: getDeleterName(page), page: page_title, time: relativeTime(del_time) }),
          t('bin.left', { count: days_left }),
        ])}
      </p>
      <div className={styles.row}>
        <Button variant="primary" icon={<RefreshIcon />} busy={busy} onClick={() => void bringBack()}>
          {t('bin.restore')}
        </Button>
        <ButtonLink to={`/${item.ref}`}>{t('notFound.back', { item: item.name })}</ButtonLink>
      </div>
    </div>
  )
}

function PerhapsDeleted({ page_id }: { page_id: string }) {
  const item = useCurrentItem()
  const [answer] = useCachedQuery(recycleBinsAtom, item.item_id)
  if (!answer) return <PagePlaceholder />
  const deleted = 'value' in answer ? answer.value.find((one) => one.page_id === page_id) : undefined
  return deleted ? <DeletedPage page={deleted} /> : <NotFound wanted={page_id} />
}

/** Shown when the item does not contain the page of the address. Tells editors when it is in the recycle bin. */
export function PageNotFound({ wanted }: { wanted: string }) {
  const item = useCurrentItem()
  return item.canEdit && isPageId(wanted) ? <PerhapsDeleted page_id={wanted} /> : <NotFound wanted={wanted} />
}

/** Shown at an address that belongs to no item and no page. */
export function ItemNotFound({ itemRef }: { itemRef: string }) {
  const { t } = useTranslation('page-actions')
  const user = useAtomValue(userAtom)
  const openPalette = useSetAtom(paletteOpenAtom)
  const address = decodeAddress(itemRef)
  useTitle(t('notFound.title'))
  return (
    <div className={styles.state}>
      <SearchIcon data-size="32" />
      <h1 className={styles.title}>{t('notFound.title')}</h1>
      <p className={styles.words}>{address ? t('notFound.item', { address }) : t('notFound.page')}</p>
      <div className={styles.row}>
        <ButtonLink to={user ? '/item/index' : '/'} variant="primary">
          {t(user ? 'notFound.items' : 'notFound.home')}
        </ButtonLink>
        <Button icon={<SearchIcon />} onClick={() => openPalette(true)}>
          {t('notFound.search')}
        </Button>
      </div>
    </div>
  )
}

/** A page in the recycle bin. */
type Deleted = Awaited<ReturnType<typeof api.recycle.getList>>[number]

/** The pages in the recycle bins of items, by item_id. */
export const recycleBinsAtom = queryFamily((item_id, signal) => api.recycle.getList({ item_id }, { signal }), 2)

/** Restores a page from the recycle bin and shows it. */
export const restoreAndShowPageAtom = atom(null, async (get, set, item_id: string, page_id: string) => {
  await set(restorePageAtom, item_id, page_id)
  await Promise.all([set(get(pagesAtom).of(page_id), 'again'), set(get(recycleBinsAtom).of(item_id), 0)])
})
