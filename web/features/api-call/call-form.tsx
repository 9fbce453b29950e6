import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useId, useState } from 'react'
import { uidAtom } from '#web/features/session/index.tsx'
import { isRefusal } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { AnswerView } from './answer-view.tsx'
import type { Environment } from './atoms.ts'
import { buildRequest, sendable } from './build.ts'
import styles from './call.module.css'
import type { Draft } from './draft.ts'
import { EnvironmentBar } from './environment-bar.tsx'
import { Failure } from './failure.tsx'
import { placeOf, unsetSecrets } from './place-of.ts'
import { chosenEnvironment, chosenWay, rememberEnvironment, rememberWay } from './preferences.ts'
import { RequestTabs } from './request-tabs.tsx'
import { SendBar } from './send-bar.tsx'
import type { TryItProps } from './try-it-props.ts'
import { useSending } from './use-sending.ts'
import { useTrial } from './use-trial.ts'
import { Warnings } from './warnings.tsx'
import { type WayChoice, wayOf } from './way.ts'

/** The request of a page to be filled in and sent, over its answer. */
export function CallForm(
  props: TryItProps & { draft: Draft; environments: Environment[]; onEnvironments: () => void },
) {
  const { text, item_id, page_id, canEdit, draft: fresh, environments, onEnvironments, isPlain } = props
  const { t } = useTranslation('api-call')
  const isVisitor = useAtomValue(uidAtom) === ''
  const id = useId()
  const { trial, isChanged, setDraft, setRun, reset } = useTrial(page_id, text, fresh)
  const { start, stop } = useSending(setRun)
  const [env_id, setEnvId] = useState(() => chosenEnvironment(item_id, environments[0]?.env_id ?? ''))
  const [choice, setChoice] = useState<WayChoice>(chosenWay)
  const environment = environments.find((one) => one.env_id === env_id)
  const { draft, run } = trial
  const place = placeOf(environment)
  const built = buildRequest(draft, place)
  const sender = { choice, isVisitor, origin: window.location.origin }
  const { way } = wayOf(built, sender)
  const canSend = /^https?:\/\/[^/]/i.test(built.url) && sendable(built.method) !== undefined
  const isSending = run?.state === 'sending'
  const unset = unsetSecrets(built, environment)
  // the refusal says what the warning would
  const isToldUnset = run?.state === 'failed' && run.attempts.some(({ error }) => isRefusal(error, 'secretMissing'))
  const send = (once: WayChoice = choice) => {
    if (!canSend || isSending) return
    const by = { ...sender, choice: once }
    void start({ sender: by, page_id, env_id: environment?.env_id ?? '', built, follow: true }).then(() => {
      // a value may have been kept in another window
      if (unset.length > 0) onEnvironments()
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    send()
  }
  return (
    <section className={styles.form} aria-labelledby={isPlain ? undefined : id} onKeyDown={onKeyDown}>
      {!isPlain && (
        <h2 id={id} className={styles.title}>
          {t('title')}
        </h2>
      )}
      <EnvironmentBar
        item_id={item_id}
        page_id={page_id}
        canEdit={canEdit}
        isVisitor={isVisitor}
        environments={environments}
        env_id={environment?.env_id ?? ''}
        onEnvironment={(next) => {
          setEnvId(next)
          rememberEnvironment(item_id, next)
        }}
        onEnvironments={() => {
          // what was refused before may be right now
          if (run?.state === 'failed') setRun(undefined)
          onEnvironments()
        }}
        choice={choice}
        way={way}
        onChoice={(next) => {
          setChoice(next)
          rememberWay(next)
        }}
        isChanged={isChanged}
        onReset={reset}
        onReplay={(replayed, answered) => setRun(answered, replayed)}
        draft={draft}
      />
      <SendBar
        draft={draft}
        onDraft={setDraft}
        place={place}
        url={built.url}
        canSend={canSend}
        isSending={isSending}
        onSend={() => send()}
        onStop={stop}
      />
      <Warnings built={built} way={way} unset={isToldUnset ? [] : unset} canSend={canSend} />
      <RequestTabs draft={draft} onDraft={setDraft} place={place} built={built} />
      {run?.state === 'failed' && <Failure {...run} onSend={isVisitor ? undefined : send} />}
      {run?.state === 'done' && <AnswerView {...props} {...run} />}
    </section>
  )
}
