import i18next from 'i18next'
import { useAtom, useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { itemsAtom } from '#web/features/item/opened-items/index.ts'
import { api, getErrorMessage, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { queryAtom, useCachedQuery } from '#web/lib/query.ts'
import { useParams, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ApiItemIcon, OkIcon, RefreshIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { LockIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import styles from './health.module.css'

type Health = Awaited<ReturnType<typeof api.apiHealth.info>>
type HealthPage = Health['pages'][number]
type Finding = Health['general'][number]
type Level = Health['rules'][number]['level']

const tones: Record<Finding['level'], BadgeTone> = { error: 'danger', warning: 'warn', hint: 'info' }
const shownLevels = ['all', 'error', 'warning', 'hint'] as const
const levels: readonly Level[] = ['off', 'hint', 'warning', 'error']

// More rows help nobody, and a browser lays them out for seconds.
const pagesMost = 200

const fixable = ({ findings }: Pick<HealthPage, 'findings'>): number => findings.filter(({ fix }) => fix !== '').length

function Findings({ list }: { list: readonly Finding[] }) {
  const { t } = useTranslation('api-health')
  return (
    <ul>
      {list.map(({ rule, level, text }) => (
        <li key={`${rule} ${text}`} className={styles.finding}>
          <Badge tone={tones[level]}>{t(`level.${level}`)}</Badge>
          <span title={rule}>{text}</span>
        </li>
      ))}
    </ul>
  )
}

/** The score, how it comes about, and the number of findings. */
function Score({ health }: { health: Health }) {
  const { t } = useTranslation('api-health')
  const { score, operations, errors, warnings, hints } = health
  return (
    <div className={styles.head}>
      <span className={styles.score} role="img" aria-label={`${t('scoreLabel')}: ${t('score', { score })}`}>
        {score}
      </span>
      <div className={styles.facts}>
        <div className={styles.badges}>
          <Badge>{t('operations', { count: operations })}</Badge>
          <Badge tone={errors > 0 ? 'danger' : 'neutral'}>{t('errors', { count: errors })}</Badge>
          <Badge tone={warnings > 0 ? 'warn' : 'neutral'}>{t('warnings', { count: warnings })}</Badge>
          <Badge tone={hints > 0 ? 'info' : 'neutral'}>{t('hints', { count: hints })}</Badge>
        </div>
        <p className={styles.how}>{t('how')}</p>
      </div>
    </div>
  )
}

/** The findings by page, with a button that fixes those that need no words. */
function FindingsTab({ health, item_id, onFixed }: { health: Health; item_id: string; onFixed: () => Promise<void> }) {
  const { t } = useTranslation('api-health')
  const [level, setLevel] = useState<(typeof shownLevels)[number]>('all')
  const [busy, setBusy] = useState('')
  const wanted = (one: Finding) => level === 'all' || one.level === level
  const pages = health.pages
    .map((page) => ({ ...page, shown: page.findings.filter(wanted) }))
    .filter(({ shown }) => shown.length > 0)
  const general = health.general.filter(wanted)
  const all = health.pages.reduce((sum, page) => sum + fixable(page), 0)
  const fix = async (list: readonly HealthPage[], id: string) => {
    if (busy !== '') return
    setBusy(id)
    let count = 0
    for (const { page_id, page_title: title } of list) {
      try {
        count += (await api.apiHealth.fix({ page_id })).fixed
      } catch (error) {
        const message = getErrorMessage(error)
        toast.error(localized(() => i18next.t('api-health:fixFailed', { title, message })))
        if (list.length > 1 && !isApiError(error, 'pageLocked')) break
      }
    }
    await onFixed()
    setBusy('')
    if (count > 0) toast.ok(localized(() => i18next.t('api-health:fixed', { count })))
    else toast.ok(localized(() => i18next.t('api-health:fixedNone')))
  }
  if (health.pages.length === 0 && health.general.length === 0)
    return (
      <EmptyState
        icon={<OkIcon data-size="32" />}
        text={t('perfect')}
        help={t('perfectHelp', { count: health.operations })}
      />
    )
  return (
    <>
      <div className={styles.bar}>
        <Select
          aria-label={t('show')}
          options={shownLevels.map((value) => ({ value, label: t(`level.${value}`) }))}
          value={level}
          onValue={setLevel}
          style={{ width: 160 }}
        />
        {all > 0 && (
          <Button
            busy={busy === 'all'}
            disabled={busy !== ''}
            onClick={() =>
              void fix(
                health.pages.filter((page) => fixable(page) > 0),
                'all',
              )
            }
          >
            {t('fixAll', { count: all })}
          </Button>
        )}
      </div>
      {all > 0 && <p className={styles.how}>{t('fixHelp')}</p>}
      {health.is_cut && <Banner>{t('cut')}</Banner>}
      <div className={styles.pages}>
        {general.length > 0 && (
          <section className={styles.page} aria-label={t('general')}>
            <h2 className={styles.title}>{t('general')}</h2>
            <Findings list={general} />
          </section>
        )}
        {pages.slice(0, pagesMost).map((page) => (
          <section key={page.page_id} className={styles.page} aria-label={page.page_title}>
            <h2 className={styles.title}>
              <Badge>{page.method.toUpperCase()}</Badge>
              <Link href={`/${item_id}/${page.page_id}`}>{page.page_title}</Link>
              <span className={styles.path}>{page.path}</span>
              <Badge tone={page.score < 60 ? 'danger' : page.score < 90 ? 'warn' : 'ok'}>{page.score}</Badge>
              {fixable(page) > 0 && (
                <Button
                  size="s"
                  busy={busy === String(page.page_id)}
                  disabled={busy !== ''}
                  aria-label={t('fixLabel', { title: page.page_title })}
                  onClick={() => void fix([page], String(page.page_id))}
                >
                  {t('fix', { count: fixable(page) })}
                </Button>
              )}
            </h2>
            <Findings list={page.shown} />
          </section>
        ))}
      </div>
      {pages.length > pagesMost && <p className={styles.how}>{t('more', { count: pages.length - pagesMost })}</p>}
    </>
  )
}

/** The level of each rule, which managers can change. */
function RulesTab({ health, item_id, onSaved }: { health: Health; item_id: string; onSaved: () => Promise<void> }) {
  const { t } = useTranslation('api-health')
  const [chosen, setChosen] = useState<Record<string, Level>>({})
  const [busy, setBusy] = useState(false)
  const levelOf = (one: Health['rules'][number]) => chosen[one.rule] ?? one.level
  const save = async () => {
    setBusy(true)
    try {
      const rules = Object.fromEntries(health.rules.map((one) => [one.rule, levelOf(one)]))
      await api.apiHealth.saveRules({ item_id, rules: JSON.stringify(rules) })
      await onSaved()
      setChosen({})
      toast.ok(localized(() => i18next.t('api-health:rules.saved')))
    } catch (error) {
      if (isApiError(error, 'noRight')) toast.error(localized(() => i18next.t('api-health:rules.onlyManagers')))
      else toast.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const isChanged = health.rules.some((one) => levelOf(one) !== one.level)
  const isOwn = health.rules.some((one) => levelOf(one) !== one.default_level)
  return (
    <div className={styles.rules}>
      <p className={styles.how}>{t('rules.help')}</p>
      <div className={styles.wide}>
        <Table
          caption={t('tab.rules')}
          rows={health.rules}
          keyOf={(one) => one.rule}
          columns={[
            { id: 'rule', header: t('rules.column'), cell: (one) => <span title={one.rule}>{one.title}</span> },
            {
              id: 'level',
              header: t('rules.level'),
              width: '150px',
              cell: (one) => (
                <Select
                  size="s"
                  aria-label={`${t('rules.level')}: ${one.title}`}
                  options={levels.map((value) => ({ value, label: t(`level.${value}`) }))}
                  value={levelOf(one)}
                  onValue={(level) => setChosen({ ...chosen, [one.rule]: level })}
                />
              ),
            },
          ]}
        />
      </div>
      <div className={styles.bar}>
        <Button variant="primary" busy={busy} disabled={!isChanged} onClick={() => void save()}>
          {t('rules.save')}
        </Button>
        <Button
          disabled={!isOwn || busy}
          onClick={() => setChosen(Object.fromEntries(health.rules.map((one) => [one.rule, one.default_level])))}
        >
          {t('rules.reset')}
        </Button>
      </div>
    </div>
  )
}

function ApiHealth({ item_id }: { item_id: string }) {
  const { t } = useTranslation('api-health')
  const [result, load] = useAtom(useMemo(() => queryAtom(() => api.apiHealth.info({ item_id })), [item_id]))
  const [project] = useCachedQuery(itemsAtom, item_id)
  const [query, setQuery] = useSearchParams()
  useTitle(t('title'))
  const tab = query.get('tab') === 'rules' ? 'rules' : 'findings'
  const isHidden =
    result &&
    'error' in result &&
    (['noRight', 'itemUnknown', 'itemPasswordNeeded'] as const).some((name) => isApiError(result.error, name))
  const back = project && 'value' in project ? { to: `/${item_id}`, label: project.value.item_name } : 'unknown'
  if (isHidden)
    return (
      <ScreenFrame title={t('title')} back={back}>
        <EmptyState icon={<LockIcon data-size="32" />} text={t('noRight')} help={t('noRightHelp')} />
      </ScreenFrame>
    )
  return (
    <ScreenFrame
      title={t('title')}
      back={back}
      actions={
        <Button icon={<RefreshIcon />} onClick={() => void load('again')}>
          {t('check')}
        </Button>
      }
    >
      <QueryBoundary
        result={result}
        onRetry={() => void load('again')}
        failed={t('failed')}
        waiting={<SkeletonText lines={6} />}
      >
        {(health) =>
          health.operations === 0 ? (
            <EmptyState icon={<ApiItemIcon data-size="32" />} text={t('empty')} help={t('emptyHelp')} />
          ) : (
            <>
              <Score health={health} />
              <Tabs
                label={t('tabs')}
                tabs={(['findings', 'rules'] as const).map((id) => ({ id, label: t(`tab.${id}`) }))}
                value={tab}
                onValue={(id) => setQuery({ tab: id }, { replace: true })}
              >
                {tab === 'findings' ? (
                  <FindingsTab health={health} item_id={item_id} onFixed={() => load()} />
                ) : (
                  <RulesTab health={health} item_id={item_id} onSaved={() => load()} />
                )}
              </Tabs>
            </>
          )
        }
      </QueryBoundary>
    </ScreenFrame>
  )
}

/** The screen `/item/health/{item_id}`: the score of a project's API, what its pages lack, and the rules. */
export function ApiHealthScreen() {
  const { item_id = '' } = useParams<{ item_id: string }>()
  const user = useAtomValue(sessionAtom)
  if (!user) return <RedirectTo path={`/user/login?redirect=/item/health/${item_id}`} />
  return <ApiHealth key={item_id} item_id={item_id} />
}
