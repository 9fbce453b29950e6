import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useId, useState } from 'react'
import { uidAtom } from '#web/features/account/session/index.tsx'
import { isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { Environment } from './atoms.ts'
import { buildRequest, toCallMethod } from './build-request.ts'
import styles from './call.module.css'
import type { Draft } from './draft.ts'
import { EnvironmentBar } from './environment-bar.tsx'
import { Failure } from './failure.tsx'
import { readChosenEnvironment, readSendMode, saveChosenEnvironment, saveSendMode } from './preferences.ts'
import { RequestTabs } from './request-tabs.tsx'
import { missingSecrets, toRequestTarget } from './request-target.ts'
import { ResponseView } from './response-view.tsx'
import { SendBar } from './send-bar.tsx'
import { chooseSendMode, type SendModeChoice } from './send-mode.ts'
import type { TryItProps } from './try-it-props.ts'
import { useSendRequest } from './use-send-request.ts'
import { useTryItState } from './use-try-it-state.ts'
import { Warnings } from './warnings.tsx'

/** Form to fill in and send the request of a page, above its response. */
export function CallForm(
  props: TryItProps & { draft: Draft; environments: Environment[]; onEnvironments: () => void },
) {
  const { text, item_id, page_id, canEdit, draft: fresh, environments, onEnvironments, isPlain } = props
  const { t } = useTranslation('api-call')
  const isVisitor = useAtomValue(uidAtom) === ''
  const id = useId()
  const { trial, isChanged, setDraft, setRun, reset } = useTryItState(page_id, text, fresh)
  const { start, stop } = useSendRequest(setRun)
  const [env_id, setEnvId] = useState(() => readChosenEnvironment(item_id, environments[0]?.env_id ?? ''))
  const [choice, setChoice] = useState<SendModeChoice>(readSendMode)
  const environment = environments.find((one) => one.env_id === env_id)
  const { draft, run } = trial
  const place = toRequestTarget(environment)
  const built = buildRequest(draft, place)
  const sender = { choice, isVisitor, origin: window.location.origin }
  const { way } = chooseSendMode(built, sender)
  const canSend = /^https?:\/\/[^/]/i.test(built.url) && toCallMethod(built.method) !== undefined
  const isSending = run?.state === 'sending'
  const unset = missingSecrets(built, environment)
  // the error already says what the warning would
  const isToldUnset = run?.state === 'failed' && run.attempts.some(({ error }) => isApiError(error, 'secretMissing'))
  const send = (once: SendModeChoice = choice) => {
    if (!canSend || isSending) return
    const by = { ...sender, choice: once }
    void start({ sender: by, page_id, env_id: environment?.env_id ?? '', built, follow: true }).then(() => {
      // a value may have been saved in another window
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
          saveChosenEnvironment(item_id, next)
        }}
        onEnvironments={() => {
          // the cause of the last error may be fixed now
          if (run?.state === 'failed') setRun(undefined)
          onEnvironments()
        }}
        choice={choice}
        way={way}
        onChoice={(next) => {
          setChoice(next)
          saveSendMode(next)
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
      {run?.state === 'done' && <ResponseView {...props} {...run} />}
    </section>
  )
}
