import { useLayoutEffect, useMemo, useState } from 'react'
import { readModel } from '#shared/api-doc/reading/read-operation.ts'
import { toObject } from '#shared/api-doc/unknown-json.ts'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useFetch } from '#web/lib/query.ts'
import { Link, useSearchParams, useTitle } from '#web/lib/route.ts'
import { usePrinting } from '#web/lib/use-print.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ListIcon, SearchIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { MethodChip } from '../method-chip.tsx'
import { ValueTree } from '../reading/field-tree.tsx'
import { anchorRoot, TreeProvider } from '../reading/tree-context.ts'
import { useTarget } from '../reading/use-target.ts'
import { modelPath } from './model-path.ts'
import styles from './models.module.css'

/** An item with models. */
export interface ModelsItem {
  item_id: string
  /** Its name in addresses. */
  ref: string
  name: string
}

type ListedModel = Awaited<ReturnType<typeof api.apiReference.models>>['list'][number]
type Model = Awaited<ReturnType<typeof api.apiReference.model>>

// More rows help nobody; the filter finds the others.
const rowsMost = 500

function List({ item, list }: { item: ModelsItem; list: readonly ListedModel[] }) {
  const { t } = useTranslation('api-models')
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const shown = list.filter(({ name, text }) => `${name}\n${text}`.toLowerCase().includes(wanted))
  const groups = [...Map.groupBy(shown.slice(0, rowsMost), ({ of }) => of)]
  const hasSeveral = new Set(list.map(({ of }) => of)).size > 1
  if (list.length === 0) return <EmptyState icon={<ListIcon data-size="32" />} text={t('none')} help={t('noneHelp')} />
  return (
    <>
      <div className={styles.filter}>
        <TextInput
          aria-label={t('filter')}
          placeholder={t('filter')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onValue={setQuery}
        />
        <span className={styles.note} role="status">
          {t('count', { count: shown.length })}
        </span>
      </div>
      {shown.length === 0 && <p className={styles.note}>{t('noneFound')}</p>}
      {groups.map(([of, models]) => (
        <section key={of} aria-label={hasSeveral ? of : undefined}>
          {hasSeveral && <h2 className={styles.heading}>{of}</h2>}
          <ul className={styles.list}>
            {models.map(({ name, text, operations }) => (
              <li key={name} className={styles.row}>
                <Link href={modelPath(item.ref, name, hasSeveral ? of : '')} className={styles.name}>
                  {name}
                </Link>
                <span className={styles.text}>{text}</span>
                <span className={styles.note}>
                  {operations === 0 ? t('unused') : t('operations', { count: operations })}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** The models of an item, by name. */
function AllModels({ item }: { item: ModelsItem }) {
  const { t } = useTranslation('api-models')
  const { item_id, name } = item
  const [read, retry] = useFetch(item_id, (signal) => api.apiReference.models({ item_id }, { signal }))
  useTitle(`${t('title')} · ${name}`)
  return (
    <>
      <h1 className={styles.title}>{t('title')}</h1>
      <QueryBoundary result={read} onRetry={retry} failed={t('failed')} waiting={<SkeletonText lines={8} />}>
        {({ list }) => <List item={item} list={list} />}
      </QueryBoundary>
    </>
  )
}

function Operations({ item, title, list }: { item: ModelsItem; title: string; list: Model['operations'] }) {
  if (list.length === 0) return null
  return (
    <>
      <h3 className={styles.subtitle}>{title}</h3>
      <ul className={styles.list}>
        {list.map(({ page_id, page_title, method, path }) => (
          <li key={page_id} className={styles.row}>
            <span className={styles.call}>
              <MethodChip size="s" method={method} />
              <Link href={`/${item.ref}/${page_id}`} className={styles.link}>
                {page_title}
              </Link>
            </span>
            <code className={styles.path}>{path}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Where a model is used. */
function Uses({ item, model, pathOf }: { item: ModelsItem; model: Model; pathOf: (name: string) => string }) {
  const { t } = useTranslation('api-models')
  const { models, operations, total } = model
  return (
    <section className={styles.uses} aria-label={t('usedBy')}>
      <h2 className={styles.heading}>{t('usedBy')}</h2>
      {models.length + operations.length === 0 && <p className={styles.note}>{t('notUsed')}</p>}
      <Operations item={item} title={t('direct')} list={operations.filter(({ is_direct }) => is_direct)} />
      <Operations item={item} title={t('indirect')} list={operations.filter(({ is_direct }) => !is_direct)} />
      {total > operations.length && <p className={styles.note}>{t('more', { shown: operations.length, total })}</p>}
      {models.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{t('models')}</h3>
          <p className={styles.models}>
            {models.map((name) => (
              <Link key={name} href={pathOf(name)} className={styles.link}>
                {name}
              </Link>
            ))}
          </p>
        </>
      )}
    </section>
  )
}

function ModelBody({ item, name, of, model }: { item: ModelsItem; name: string; of: string; model: Model }) {
  const { t } = useTranslation('api-models')
  const isPrinting = usePrinting()
  const field = useMemo(() => {
    const root = model.schema === '' ? undefined : toObject(JSON.parse(model.schema))
    return root && readModel(root, name)
  }, [model, name])
  const { root, target } = useTarget(false, field)
  const pathOf = useMemo(() => (other: string) => modelPath(item.ref, other, of), [item, of])
  const tree = useMemo(
    () => ({
      target: target.id,
      turn: target.turn,
      isPrinting,
      hasAnchors: true,
      onModel: undefined,
      examples: {},
      onExample: undefined,
      modelPath: pathOf,
    }),
    [target, isPrinting, pathOf],
  )
  if (!field) return <EmptyState icon={<SearchIcon data-size="32" />} text={t('gone', { name })} help={t('goneHelp')} />
  return (
    <>
      <div ref={root} className={styles.body}>
        <TreeProvider value={tree}>
          {/* its own name leads nowhere */}
          <ValueTree field={{ ...field, model: '' }} anchor={`${anchorRoot}model`} />
        </TreeProvider>
      </div>
      <Uses item={item} model={model} pathOf={pathOf} />
    </>
  )
}

function OneModel({ item, name }: { item: ModelsItem; name: string }) {
  const { t } = useTranslation('api-models')
  const [search] = useSearchParams()
  const of = search.get('of') ?? ''
  const { item_id } = item
  const [read, retry] = useFetch(JSON.stringify([item_id, name, of]), (signal) =>
    api.apiReference.model({ item_id, name, of }, { signal }),
  )
  useTitle(`${name} · ${item.name}`)
  return (
    <>
      <p className={styles.up} data-no-print="">
        <Link href={modelPath(item.ref)} className={styles.link}>
          {t('all')}
        </Link>
      </p>
      <h1 className={styles.title} data-name="">
        {name}
      </h1>
      <QueryBoundary result={read} onRetry={retry} failed={t('failedOne')} waiting={<SkeletonText lines={8} />}>
        {(model) => <ModelBody key={name} item={item} name={name} of={of} model={model} />}
      </QueryBoundary>
    </>
  )
}

/** The models of an item; with a name one of them: its schema as a tree, and where it is used. */
export function Models({ item, name }: { item: ModelsItem; name: string }) {
  useLayoutEffect(() => {
    if (!window.location.hash) window.scrollTo(0, 0)
  }, [name])
  return (
    <article className={styles.page}>
      {name === '' ? <AllModels item={item} /> : <OneModel item={item} name={name} />}
    </article>
  )
}
