import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useState } from 'react'
import { itemTypes } from '#shared/item-types.ts'
import { userAtom } from '#web/features/account/session/index.tsx'
import { cachedItemsAtom, itemPath, TypeIcon } from '#web/features/item/my-items/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { getAuthorName } from '#web/lib/display-name.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Link, navigate, useSearch, useTitle } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { Highlight } from '#web/ui/highlight.tsx'
import { SearchIcon } from '#web/ui/icons.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { UserIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { catalogPath, hitPath } from './hit-path.ts'
import { isSameRequest, parseRequest, type SearchRequest, searchedAges, searchPath } from './request.ts'
import { type Found, type Hit, searchAtoms } from './search-atoms.ts'
import styles from './search-screen.module.css'

/** How many pages one page of the results shows. */
const pageSize = 20

const { shownAtom, askAtom } = searchAtoms(pageSize)

function PageHit({ hit, words }: { hit: Hit; words: string }) {
  const { t } = useTranslation('search')
  const where = [catalogPath(hit), hit.heading].filter(Boolean).join(' › ')
  return (
    <li>
      <Link href={hitPath(hit, words)} className={styles.hit}>
        <span className={styles.hitTitle}>
          <span>
            <Highlight text={hit.page_title} marks={hit.title_marks} />
          </span>
          {hit.kind === 'code' && <Badge>{t('code')}</Badge>}
        </span>
        {where && <span className={styles.where}>{where}</span>}
        {hit.snippet && (
          <span className={styles.snippet}>
            <Highlight text={hit.snippet} marks={hit.snippet_marks} />
          </span>
        )}
        <span className={styles.meta} title={exactTime(hit.addtime)}>
          {t('by', { name: getAuthorName(hit), time: relativeTime(hit.addtime) })}
        </span>
      </Link>
    </li>
  )
}

/** Groups hits by item; the item of the best hit comes first. */
function byItem(hits: readonly Hit[]): Hit[][] {
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.item_id)
    if (group) group.push(hit)
    else groups.set(hit.item_id, [hit])
  }
  return [...groups.values()]
}

/** Shows the results: items by name, then pages grouped by item, the best first. */
function Results({ found, words }: { found: Found; words: string }) {
  const { t } = useTranslation('search')
  const groups = byItem(found.list)
  return (
    <>
      {found.items.length > 0 && (
        <section>
          <h2 className={styles.group}>{t('found')}</h2>
          <ul>
            {found.items.map((item) => (
              <li key={item.item_id}>
                <Link href={itemPath(item)} className={styles.hit}>
                  <span className={styles.hitTitle}>
                    <TypeIcon item_type={item.item_type} />
                    <span>
                      <Highlight text={item.item_name} marks={item.name_marks} />
                    </span>
                  </span>
                  {item.item_description && <span className={styles.snippet}>{item.item_description}</span>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {groups.map((hits) => {
        const [first] = hits
        if (!first) return null
        return (
          <section key={first.item_id}>
            <h2 className={styles.group}>
              <Link href={itemPath(first)}>{first.item_name}</Link>
            </h2>
            <ul>
              {hits.map((hit) => (
                <PageHit key={hit.page_id} hit={hit} words={words} />
              ))}
            </ul>
          </section>
        )
      })}
    </>
  )
}

/** Shown where there are no results: says why, and what to do. */
function Outcome({ request }: { request: SearchRequest }) {
  const { t } = useTranslation('search')
  const state = useAtomValue(shownAtom)
  const user = useAtomValue(userAtom)
  const ask = useSetAtom(askAtom)
  const icon = <SearchIcon data-size="32" />
  if (user === null && request.item_id === '') {
    return (
      <EmptyState
        icon={<UserIcon data-size="32" />}
        text={t('signInText')}
        help={t('signInHelp')}
        action={<ButtonLink to="/user/login?redirect=/search">{t('signIn')}</ButtonLink>}
      />
    )
  }
  if (request.words === '') return <EmptyState icon={icon} text={t('empty')} help={t('help')} />
  if (state.error !== undefined && !state.isBusy) {
    const requestId = getRequestId(state.error)
    return (
      <LoadError
        text={t('failed')}
        message={getErrorMessage(state.error)}
        {...(requestId && { requestId })}
        onRetry={() => void ask(request, true)}
      />
    )
  }
  if (!state.found) {
    return (
      <Loading onRetry={() => void ask(request, true)}>
        <SkeletonText lines={8} />
      </Loading>
    )
  }
  const { list, items, more } = state.found
  if (list.length + items.length === 0) {
    const { words } = request
    return (
      <EmptyState
        icon={icon}
        text={t('none')}
        help={t('noneHelp')}
        {...(!isSameRequest({ ...request, page: 1 }, { ...bare, words }) && {
          action: <Button onClick={() => navigate(searchPath({ words }))}>{t('filter.clear')}</Button>,
        })}
      />
    )
  }
  const toPage = (page: number) => {
    navigate(searchPath({ ...request, page }))
    window.scrollTo(0, 0)
  }
  return (
    <div className={styles.results} aria-busy={state.isBusy || undefined} data-old={state.isBusy || undefined}>
      <Results found={state.found} words={state.request?.words ?? request.words} />
      {(request.page > 1 || more) && (
        <nav className={styles.pager} aria-label={t('page', { page: request.page })}>
          <Button disabled={request.page === 1} onClick={() => toPage(request.page - 1)}>
            {t('before')}
          </Button>
          <span>{t('page', { page: request.page })}</span>
          <Button disabled={!more} onClick={() => toPage(request.page + 1)}>
            {t('after')}
          </Button>
        </nav>
      )}
    </div>
  )
}

const bare: SearchRequest = { words: '', item_id: '', type: '', by: '', updated: '', page: 1 }

/**
 * The field and the filters of the results. A filter takes effect at once, words on Enter.
 *
 * @param itemName the name of the item that is searched, when the results contain it
 */
function SearchForm({ request, itemName }: { request: SearchRequest; itemName: string | undefined }) {
  const { t } = useTranslation(['search', 'my-items'])
  const [words, setWords] = useState(request.words)
  const [by, setBy] = useState(request.by)
  const items = useAtomValue(cachedItemsAtom) ?? []
  const isForeign = request.item_id !== '' && !items.some(({ item_id }) => item_id === request.item_id)
  const go = (change: Partial<SearchRequest>) => navigate(searchPath({ ...request, words, by, page: 1, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    go({})
  }
  return (
    <form role="search" className={styles.form} onSubmit={submit}>
      <div className={styles.box}>
        <TextInput
          type="search"
          size="l"
          icon={<SearchIcon />}
          aria-label={t('label')}
          placeholder={t('label')}
          value={words}
          onValue={setWords}
          autoFocus={request.words === ''}
          autoComplete="off"
          maxLength={200}
        />
        <Button type="submit" variant="primary" size="l">
          {t('submit')}
        </Button>
      </div>
      <div className={styles.filters}>
        <Field label={t('filter.item')}>
          <Select
            value={request.item_id}
            onValue={(item_id) => go({ item_id })}
            options={[
              { value: '', label: t('filter.allItems') },
              ...(isForeign ? [{ value: request.item_id, label: itemName ?? t('filter.thisItem') }] : []),
              ...items.map(({ item_id, item_name }) => ({ value: item_id, label: item_name })),
            ]}
          />
        </Field>
        <Field label={t('filter.type')}>
          <Select
            value={request.type}
            onValue={(type) => go({ type })}
            disabled={request.item_id !== ''}
            options={[
              { value: '', label: t('filter.allTypes') },
              ...Object.values(itemTypes).map(({ name, numbers }) => ({
                value: String(numbers[0]),
                label: t(`my-items:type.${name}`),
              })),
            ]}
          />
        </Field>
        <Field label={t('filter.by')}>
          <TextInput
            value={by}
            onValue={setBy}
            placeholder={t('filter.byHelp')}
            onBlur={() => by !== request.by && go({})}
            autoCapitalize="off"
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
          />
        </Field>
        <Field label={t('filter.updated')}>
          <Select
            value={request.updated}
            onValue={(updated) => go({ updated })}
            options={[
              { value: '', label: t('filter.anyTime') },
              ...searchedAges.map((value) => ({ value: value as string, label: t(`updated.${value}`) })),
            ]}
          />
        </Field>
      </div>
    </form>
  )
}

/** Shows all results of a search, with its filters; the request is part of the address. */
export function SearchScreen() {
  const { t } = useTranslation('search')
  const query = useSearch()
  const request = parseRequest(new URLSearchParams(query))
  const user = useAtomValue(userAtom)
  const state = useAtomValue(shownAtom)
  const ask = useSetAtom(askAtom)
  const address = searchPath(request)
  const mayAsk = request.words !== '' && (user || (user === null && request.item_id !== ''))
  const asker = mayAsk ? (user?.uid ?? 'visitor') : undefined
  useTitle(request.words ? t('titleFor', { words: request.words }) : t('title'))
  useEffect(() => {
    const wanted = parseRequest(new URLSearchParams(address.split('?')[1] ?? ''))
    void ask(asker === undefined ? undefined : wanted)
  }, [ask, address, asker])
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('title')}</h1>
      <SearchForm
        key={address}
        request={request}
        itemName={state.found?.list.find(({ item_id }) => item_id === request.item_id)?.item_name}
      />
      <p className="visually-hidden" role="status">
        {state.found && !state.isBusy && t('count', { count: state.found.list.length })}
      </p>
      <Outcome request={request} />
    </div>
  )
}
