import { useEffect, useMemo, useRef } from 'react'
import type { ResponseProblem } from '#shared/api-doc/response-check.ts'
import { ProblemList } from '#web/features/api-docs/response-check/index.tsx'
import { exactTime, fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue, useQueryState } from '#web/lib/query.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { runCalls, type StepResult } from './atoms.ts'
import { Outcome } from './outcome.tsx'
import styles from './runs.module.css'

/** How often the result of a run in progress is read again, in ms. */
const pollMs = 700

type CheckResult = StepResult['checks'][number]

/** One check in words, and what the response had instead. */
function CheckLine({ check }: { check: CheckResult }) {
  const { t } = useTranslation('api-run')
  const { kind, path, compare, value, is_met, actual, problems } = check
  const isDocument = kind === 'schema'
  const what = t(`kind.${kind as 'body'}`)
  const words = isDocument ? what : `${what} ${path} ${t(`compare.${compare as 'equals'}`)} ${value}`
  const reason = isDocument && (actual === 'undocumented' || actual === 'cut') ? t(`document.${actual}`) : ''
  return (
    <li data-met={is_met}>
      <span>{`${is_met ? '✓' : '✗'} ${words.replaceAll(/ {2,}/g, ' ').trim()}`}</span>
      {!is_met && !isDocument && <span className={styles.note}>{t('actual', { value: actual || '–' })}</span>}
      {reason !== '' && <span className={styles.note}>{reason}</span>}
      {problems.length > 0 && <ProblemList problems={problems as ResponseProblem[]} />}
    </li>
  )
}

/** The headers and the body of a request or a response, as they were sent. */
function HttpMessage({ headers, body }: Pick<StepResult, 'headers' | 'body'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.code} tabIndex={0}>
      {[...headers.map(({ name, value }) => `${name}: ${value}`), '', body].join('\n').trim()}
    </pre>
  )
}

function StepView({ step, at }: { step: StepResult; at: number }) {
  const { t } = useTranslation('api-run')
  const { answer } = step
  return (
    <li className={styles.step}>
      <details open={step.outcome === 'failed'}>
        <summary className={styles.summary}>
          <Outcome outcome={step.outcome} />
          <span className={styles.name}>{`${at + 1}. ${step.title || step.step_id}`}</span>
          {answer && (
            <span className={styles.note}>{`${answer.status} · ${t('ms', { ms: formatCount(step.time_ms) })}`}</span>
          )}
        </summary>
        {step.error_text !== '' && <p className={styles.error}>{step.error_text}</p>}
        {step.url !== '' && <code className={styles.code}>{`${step.method} ${step.url}`}</code>}
        {step.checks.length > 0 && (
          <ul className={styles.checks} aria-label={t('checks.title')}>
            {step.checks.map((check, index) => (
              <CheckLine key={`${index} ${check.kind}`} check={check} />
            ))}
          </ul>
        )}
        {step.outputs.length > 0 && (
          <dl className={styles.outputs}>
            {step.outputs.map(({ name, value, is_found }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{is_found ? value : t('outputs.missing')}</dd>
              </div>
            ))}
          </dl>
        )}
        {(step.headers.length > 0 || step.body !== '') && (
          <details>
            <summary>{t('request')}</summary>
            <HttpMessage headers={step.headers} body={step.body} />
          </details>
        )}
        {answer && (
          <details>
            <summary>{`${t('response')} · ${fileSize(answer.size_bytes)}`}</summary>
            <HttpMessage headers={answer.headers} body={answer.is_base64 ? t('binary') : answer.content} />
            {answer.is_truncated && <p className={styles.note}>{t('cut')}</p>}
          </details>
        )}
      </details>
    </li>
  )
}

/** One result of a run with its steps; it follows a run in progress until its end. */
export function ResultView(props: { item_id: string; result_id: string; onEnded: () => void }) {
  const { item_id, result_id, onEnded } = props
  const { t } = useTranslation('api-run')
  const query = useMemo(() => queryAtom(() => runCalls.result(item_id, result_id)), [item_id, result_id])
  const { result, run: load } = useQueryState(query)
  const shown = queryValue(result)
  const isRunning = shown?.outcome === 'running'
  useEffect(() => {
    if (!isRunning) return
    const timer = window.setTimeout(() => void load(), pollMs)
    return () => window.clearTimeout(timer)
  }, [isRunning, load, result])
  const outcome = shown?.outcome
  const latest = useRef(onEnded)
  useEffect(() => {
    latest.current = onEnded
  })
  useEffect(() => {
    if (outcome !== undefined && outcome !== 'running') latest.current()
  }, [outcome])
  return (
    <QueryBoundary
      result={result}
      onRetry={() => void load('again')}
      failed={t('failed')}
      waiting={<SkeletonText lines={5} />}
    >
      {(one) => (
        <section className={styles.result} aria-label={t('result')}>
          <div className={styles.facts} role="status">
            <Outcome outcome={one.outcome} />
            <span>{t('progress', { done: one.steps_done, total: one.steps_total })}</span>
            <span>{t('ms', { ms: formatCount(one.time_ms) })}</span>
            <span>{exactTime(one.addtime)}</span>
            <span>{t(one.is_scheduled ? 'by.schedule' : 'by.person', { name: one.username })}</span>
          </div>
          <ol className={styles.steps}>
            {one.steps.map((step, at) => (
              <StepView key={`${at} ${step.step_id}`} step={step} at={at} />
            ))}
          </ol>
        </section>
      )}
    </QueryBoundary>
  )
}
