import { callMethods } from '#shared/contract/api-call-rules.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { SendIcon, StopIcon } from '#web/ui/icons.ts'
import { MethodSelect } from '#web/ui/method-select.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import type { RequestTarget } from './build-request.ts'
import styles from './call.module.css'
import type { Draft } from './draft.ts'
import { VariableInput } from './variable-input.tsx'

/** Method, URL, and the send button. */
export function SendBar(props: {
  draft: Draft
  onDraft: (draft: Draft) => void
  place: RequestTarget
  /** The URL as it is sent. */
  url: string
  canSend: boolean
  isSending: boolean
  onSend: () => void
  onStop: () => void
}) {
  const { draft, onDraft, place, url, canSend, isSending, onSend, onStop } = props
  const { t } = useTranslation('api-call')
  return (
    <div className={styles.send}>
      <MethodSelect
        aria-label={t('method')}
        methods={callMethods}
        value={draft.method}
        onValue={(method) => onDraft({ ...draft, method })}
      />
      <VariableInput
        label={t('address')}
        value={draft.url}
        place={place}
        onValue={(next) => onDraft({ ...draft, url: next })}
      />
      {/* a single button, so that the focus stays on it */}
      <Tooltip text={t(isSending ? 'stop' : 'send')} {...(!isSending && { shortcut: 'mod+enter' })}>
        {isSending ? (
          <Button icon={<StopIcon />} onClick={onStop}>
            {t('stop')}
          </Button>
        ) : (
          <Button variant="primary" icon={<SendIcon />} disabled={!canSend} onClick={onSend}>
            {t('send')}
          </Button>
        )}
      </Tooltip>
      {url !== draft.url && <p className={styles.resolved}>{url}</p>}
    </div>
  )
}
