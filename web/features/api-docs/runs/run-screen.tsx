import i18next from 'i18next'
import { useMemo, useState } from 'react'
import { hasPath, runEveryMin, runSchedules, runStepsMax, withPath } from '#shared/api-runs.ts'
import { callMethods } from '#shared/contract/api-call-rules.ts'
import { getErrorMessage } from '#web/lib/api.ts'
import { exactTime, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { navigate, useParams, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CloseIcon, EditIcon, HistoryIcon, ListIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { SendIcon, StopIcon, TrashIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { Table } from '#web/ui/table.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { newRun, type RunContent, type RunInfo, type RunItem, readRunItem, runCalls, type Step } from './atoms.ts'
import { Outcome } from './outcome.tsx'
import { emptyStep, freeStepId } from './page-step.ts'
import { ResultView } from './result-view.tsx'
import styles from './runs.module.css'
import { StepDialog } from './step-dialog.tsx'

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.toSpliced(from, 1)
  const one = list[from]
  return one === undefined ? [...list] : rest.toSpliced(to, 0, one)
}

interface EditorProps {
  item: RunItem
  run: RunContent
  onRun: (run: RunContent) => void
}

function Inputs({ run, onRun }: EditorProps) {
  const { t } = useTranslation('api-run')
  const set = (at: number, part: Partial<RunContent['inputs'][number]>) =>
    onRun({ ...run, inputs: run.inputs.map((one, index) => (index === at ? { ...one, ...part } : one)) })
  return (
    <fieldset className={styles.group}>
      <legend>{t('inputs.title')}</legend>
      {run.inputs.map(({ name, value }, at) => (
        <div key={`${at}`} className={styles.row}>
          <TextInput
            size="s"
            mono
            aria-label={t('inputs.name')}
            value={name}
            onValue={(next) => set(at, { name: next })}
          />
          <TextInput
            size="s"
            aria-label={t('inputs.value')}
            value={value}
            onValue={(next) => set(at, { value: next })}
          />
          <IconButton
            size="s"
            label={t('inputs.remove')}
            onClick={() => onRun({ ...run, inputs: run.inputs.filter((_, index) => index !== at) })}
          >
            <CloseIcon />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="s"
          icon={<AddIcon />}
          onClick={() => onRun({ ...run, inputs: [...run.inputs, { name: '', value: '' }] })}
        >
          {t('inputs.add')}
        </Button>
      </div>
    </fieldset>
  )
}

function Schedule({ run, onRun, info }: EditorProps & { info: RunInfo | undefined }) {
  const { t } = useTranslation('api-run')
  const { schedule, every_minutes, daily_time } = run
  const isSet = info && info.next_time > 0 && schedule === info.run.schedule
  return (
    <div className={styles.fields}>
      <Field
        label={t('schedule.title')}
        help={
          isSet
            ? t('schedule.set', { time: exactTime(info.next_time), name: info.schedule_username })
            : schedule === 'off'
              ? undefined
              : t('schedule.help')
        }
      >
        <Select
          value={schedule}
          options={runSchedules.map((value) => ({ value, label: t(`schedule.${value}`) }))}
          onValue={(next) => onRun({ ...run, schedule: next })}
        />
      </Field>
      {schedule === 'minutes' && (
        <Field label={t('schedule.every')} help={t('schedule.least', { minutes: runEveryMin })}>
          <TextInput
            type="number"
            min={runEveryMin}
            max={10_080}
            value={String(every_minutes)}
            onValue={(next) => onRun({ ...run, every_minutes: Number(next) })}
          />
        </Field>
      )}
      {schedule === 'daily' && (
        <Field label={t('schedule.time')}>
          <TextInput type="time" value={daily_time} onValue={(next) => onRun({ ...run, daily_time: next })} />
        </Field>
      )}
    </div>
  )
}

/** What the page of a step describes now, when that is another request. */
function PageDifference(props: {
  step: Step
  page: PageAddress | undefined
  onStep: ((step: Step) => void) | undefined
}) {
  const { step, page, onStep } = props
  const { t } = useTranslation('api-run')
  if (!page) return null
  const method = callMethods.find((one) => one === page.method.toUpperCase()) ?? step.method
  if (method === step.method && hasPath(step.url, page.path)) return null
  const url = hasPath(step.url, page.path) ? step.url : withPath(step.url, page.path)
  return (
    <span className={styles.bar}>
      <Badge tone="warn">{t('steps.differs')}</Badge>
      <span className={styles.note}>
        {t('steps.pageSays', { request: `${page.method.toUpperCase()} ${page.path}` })}
      </span>
      {onStep && (
        <Button size="s" onClick={() => onStep({ ...step, method, url })}>
          {t('steps.takeOver')}
        </Button>
      )}
    </span>
  )
}

type PageAddress = RunInfo['pages'][number]

function StepList({ item, run, onRun, info }: EditorProps & { info: RunInfo | undefined }) {
  const { t } = useTranslation('api-run')
  const [editing, setEditing] = useState<Step>()
  const { steps } = run
  const put = (step: Step) => {
    const isKnown = steps.some(({ step_id }) => step_id === step.step_id)
    onRun({
      ...run,
      steps: isKnown ? steps.map((one) => (one.step_id === step.step_id ? step : one)) : [...steps, step],
    })
  }
  const pageOf = (step: Step) => info?.pages.find(({ page_id }) => page_id === String(step.page_id))
  const nameOf = (step: Step) => step.title || `${step.method} ${step.url}`
  return (
    <section className={styles.group} aria-label={t('steps.title')}>
      {steps.length === 0 && (
        <EmptyState icon={<ListIcon data-size="32" />} text={t('steps.none')} help={t('steps.noneHelp')} />
      )}
      <SortableList
        label={t('steps.title')}
        items={steps}
        keyOf={({ step_id }) => step_id}
        nameOf={nameOf}
        onMove={(from, to) => onRun({ ...run, steps: moved(steps, from, to) })}
      >
        {(step, at) => (
          <div className={styles.stepBar}>
            <div className={styles.summaryText}>
              <span className={styles.name}>{`${at + 1}. ${nameOf(step)}`}</span>
              <span className={styles.note}>{step.title && `${step.method} ${step.url}`}</span>
              <PageDifference page={pageOf(step)} step={step} onStep={item.canEdit ? put : undefined} />
              <span className={styles.note}>
                {t('steps.facts', {
                  checks: formatCount(step.checks.length),
                  outputs: formatCount(step.outputs.length),
                })}
              </span>
            </div>
            {item.canEdit && (
              <>
                <IconButton size="s" label={t('steps.edit', { name: nameOf(step) })} onClick={() => setEditing(step)}>
                  <EditIcon />
                </IconButton>
                <IconButton
                  size="s"
                  label={t('steps.remove', { name: nameOf(step) })}
                  onClick={() => onRun({ ...run, steps: steps.filter((one) => one !== step) })}
                >
                  <TrashIcon />
                </IconButton>
              </>
            )}
          </div>
        )}
      </SortableList>
      {item.canEdit && steps.length < runStepsMax && (
        <div>
          <Button icon={<AddIcon />} onClick={() => setEditing(emptyStep(freeStepId(steps)))}>
            {t('steps.add')}
          </Button>
        </div>
      )}
      {editing && <StepDialog item={item} step={editing} onStep={put} onClose={() => setEditing(undefined)} />}
    </section>
  )
}

function Results({ item_id, info, onChanged }: { item_id: string; info: RunInfo | undefined; onChanged: () => void }) {
  const { t } = useTranslation('api-run')
  const [query, setQuery] = useSearchParams()
  const results = info?.results ?? []
  const result_id = query.get('result') ?? results[0]?.result_id
  if (result_id === undefined) return <EmptyState icon={<HistoryIcon data-size="32" />} text={t('results.none')} />
  return (
    <div className={styles.form}>
      <ResultView key={result_id} item_id={item_id} result_id={result_id} onEnded={onChanged} />
      <Table
        caption={t('results.title')}
        rows={results}
        keyOf={(one) => one.result_id}
        columns={[
          {
            id: 'time',
            header: t('results.time'),
            cell: (one) => (
              <Button size="s" variant="ghost" onClick={() => setQuery({ tab: 'results', result: one.result_id })}>
                {exactTime(one.addtime)}
              </Button>
            ),
          },
          {
            id: 'outcome',
            header: t('results.outcome'),
            cell: (one) => <Outcome outcome={one.outcome} />,
            isShort: true,
          },
          {
            id: 'ms',
            header: t('results.duration'),
            cell: (one) => t('ms', { ms: formatCount(one.time_ms) }),
            isExtra: true,
          },
          {
            id: 'by',
            header: t('results.by'),
            cell: (one) => t(one.is_scheduled ? 'by.schedule' : 'by.person', { name: one.username }),
            isExtra: true,
          },
        ]}
      />
    </div>
  )
}

interface Loaded {
  item: RunItem
  info: RunInfo | undefined
}

function RunEditor({ item, info, onChanged }: Loaded & { onChanged: () => void }) {
  const { t } = useTranslation('api-run')
  const [query, setQuery] = useSearchParams()
  const [stored, setStored] = useState({ run: info?.run ?? newRun(t('newName')), version: info?.run_version ?? '0' })
  const [run, setRun] = useState(stored.run)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const { item_id } = item
  const run_id = info?.run_id ?? '0'
  const isChanged = run_id === '0' || JSON.stringify(run) !== JSON.stringify(stored.run)
  const isRunning = info?.results[0]?.outcome === 'running'
  const tab = query.get('tab') === 'results' ? 'results' : 'steps'
  const act = async (action: () => Promise<void>) => {
    setBusy(true)
    setError('')
    try {
      await action()
    } catch (failure) {
      setError(getErrorMessage(failure))
    } finally {
      setBusy(false)
    }
  }
  const save = async (): Promise<string> => {
    if (!isChanged) return run_id
    const saved = await runCalls.save(item_id, run_id, run, stored.version)
    setStored({ run, version: saved.run_version })
    toast.ok(localized(() => i18next.t('api-run:saved')))
    if (run_id === '0') navigate(`/item/runs/${item_id}/${saved.run_id}`, { replace: true })
    else onChanged()
    return saved.run_id
  }
  const start = async () => {
    const id = await save()
    const { result_id } = await runCalls.start(item_id, id)
    navigate(`/item/runs/${item_id}/${id}?tab=results&result=${result_id}`)
    onChanged()
  }
  return (
    <ScreenFrame
      title={run.run_name || t('newName')}
      back={{ to: `/item/runs/${item_id}`, label: t('title') }}
      actions={
        item.canEdit && (
          <>
            <Button busy={busy} disabled={!isChanged} onClick={() => void act(async () => void (await save()))}>
              {t('save')}
            </Button>
            {isRunning ? (
              <Button
                icon={<StopIcon />}
                onClick={() => void act(async () => void (await runCalls.stop(item_id, run_id)))}
              >
                {t('stop')}
              </Button>
            ) : (
              <Button
                variant="primary"
                icon={<SendIcon />}
                busy={busy}
                disabled={run.steps.length === 0}
                onClick={() => void act(start)}
              >
                {t('start')}
              </Button>
            )}
          </>
        )
      }
    >
      {error !== '' && <Banner tone="danger">{error}</Banner>}
      <Tabs
        label={run.run_name || t('title')}
        tabs={[
          { id: 'steps', label: t('steps.title'), count: run.steps.length },
          { id: 'results', label: t('results.title'), count: info?.results.length ?? 0 },
        ]}
        value={tab}
        onValue={(id) => setQuery({ tab: id }, { replace: true })}
      >
        {tab === 'results' ? (
          <Results item_id={item_id} info={info} onChanged={onChanged} />
        ) : (
          <div className={styles.form}>
            <div className={styles.fields}>
              <Field label={t('name')} required>
                <TextInput value={run.run_name} maxLength={100} onValue={(run_name) => setRun({ ...run, run_name })} />
              </Field>
              <Field label={t('environment')}>
                <Select
                  value={String(run.env_id)}
                  options={[
                    { value: '0', label: t('noEnvironment') },
                    ...item.environments.map((one) => ({ value: one.env_id, label: one.env_name })),
                  ]}
                  onValue={(next) => setRun({ ...run, env_id: Number(next) })}
                />
              </Field>
            </div>
            <Schedule item={item} run={run} onRun={setRun} info={info} />
            <Inputs item={item} run={run} onRun={setRun} />
            <StepList item={item} run={run} onRun={setRun} info={info} />
          </div>
        )}
      </Tabs>
    </ScreenFrame>
  )
}

/** The screen `/item/runs/{item_id}/{run_id}`: edits a run, runs it, and shows its results. 0 is a new one. */
export function RunScreen() {
  const { item_id: itemRef = '', run_id = '' } = useParams<{ item_id: string; run_id: string }>()
  const { t } = useTranslation('api-run')
  const query = useMemo(
    () =>
      queryAtom(async (): Promise<Loaded> => {
        const { item, found } = await readRunItem(itemRef, async (item_id) =>
          run_id === '0' ? undefined : runCalls.info(item_id, run_id),
        )
        return { item, info: found }
      }),
    [itemRef, run_id],
  )
  const { result, run: load } = useQueryState(query)
  const loaded = queryValue(result)
  useTitle(loaded && `${loaded.info?.run.run_name ?? t('newName')} · ${loaded.item.item_name}`)
  if (loaded) return <RunEditor key={run_id} {...loaded} onChanged={() => void load()} />
  return (
    <ScreenFrame title={t('title')} back={{ to: `/item/runs/${itemRef}`, label: t('title') }}>
      <QueryBoundary
        result={result}
        onRetry={() => void load('again')}
        failed={t('failed')}
        waiting={<SkeletonText lines={6} />}
      >
        {() => null}
      </QueryBoundary>
    </ScreenFrame>
  )
}
