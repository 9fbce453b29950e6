import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useQueryState } from '#web/lib/query.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import sessionStyles from '../sessions.module.css'
import styles from '../user-centre.module.css'
import { AppSetUp } from './app-set-up.tsx'
import { disableAppAtom, makeRecoveryCodesAtom, type SecondStepState, secondStepAtom } from './atoms.ts'
import { ConfirmCode } from './confirm-code.tsx'
import { PasskeyAdd } from './passkey-add.tsx'
import { removePasskeyAtom } from './passkey-atoms.ts'
import { neededProof } from './proof-fields.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

function Factors({ state }: { state: SecondStepState }) {
  const { t } = useTranslation('two-step')
  const { app_enabled, recovery_codes, passkeys, passkeys_possible, is_forced } = state
  const needed = neededProof(state)
  const hasAny = app_enabled || passkeys.length > 0
  const [open, setOpen] = useState<'setUp' | 'off' | 'codes' | 'passkey' | { passkey_id: string; name: string }>()
  const [codes, setCodes] = useState<readonly string[]>()
  const disable = useSetAtom(disableAppAtom)
  const makeCodes = useSetAtom(makeRecoveryCodesAtom)
  const remove = useSetAtom(removePasskeyAtom)
  const close = () => setOpen(undefined)
  return (
    <>
      <ul className={sessionStyles.list}>
        <li className={sessionStyles.session}>
          <div className={sessionStyles.words}>
            <div className={sessionStyles.name}>
              {t('app.title')}
              {app_enabled && <Badge tone="ok">{t('isOn')}</Badge>}
            </div>
            <div className={sessionStyles.meta}>{t('app.text')}</div>
          </div>
          <Button size="s" onClick={() => setOpen(app_enabled ? 'off' : 'setUp')}>
            {t(app_enabled ? 'app.disable' : 'app.setUp')}
          </Button>
        </li>
        <li className={sessionStyles.session}>
          <div className={sessionStyles.words}>
            <div className={sessionStyles.name}>
              {t('passkey.title')}
              {passkeys.length > 0 && <Badge tone="ok">{t('isOn')}</Badge>}
            </div>
            <div className={sessionStyles.meta}>{t(passkeys_possible ? 'passkey.text' : 'passkey.impossible')}</div>
          </div>
          {passkeys_possible && (
            <Button size="s" onClick={() => setOpen('passkey')}>
              {t('passkey.add')}
            </Button>
          )}
        </li>
        {passkeys.map(({ passkey_id, name, addtime, last_use_time }) => (
          <li key={passkey_id} className={sessionStyles.session}>
            <div className={sessionStyles.words}>
              <div className={sessionStyles.name}>{name}</div>
              <div className={sessionStyles.meta} title={exactTime(last_use_time || addtime)}>
                {last_use_time > 0
                  ? t('passkey.used', { time: relativeTime(last_use_time) })
                  : t('passkey.since', { time: relativeTime(addtime) })}
              </div>
            </div>
            <Button size="s" aria-label={t('passkey.removeOf', { name })} onClick={() => setOpen({ passkey_id, name })}>
              {t('passkey.remove')}
            </Button>
          </li>
        ))}
        {hasAny && (
          <li className={sessionStyles.session}>
            <div className={sessionStyles.words}>
              <div className={sessionStyles.name}>
                {t('codes.title')}
                {recovery_codes < 3 && <Badge tone="warn">{t('codes.few')}</Badge>}
              </div>
              <div className={sessionStyles.meta}>{t('codes.left', { count: recovery_codes })}</div>
            </div>
            <Button size="s" onClick={() => setOpen('codes')}>
              {t('codes.make')}
            </Button>
          </li>
        )}
      </ul>
      {open === 'setUp' && (
        <Dialog open compact onClose={close} title={t('app.setUpTitle')}>
          <AppSetUp needed={needed} onDone={close} />
        </Dialog>
      )}
      {open === 'passkey' && (
        <Dialog open compact onClose={close} title={t('passkey.addTitle')}>
          <PasskeyAdd needed={needed} onDone={close} />
        </Dialog>
      )}
      {typeof open === 'object' && (
        <ConfirmCode
          title={t('passkey.removeTitle', { name: open.name })}
          note={t('passkey.removeText')}
          action={t('passkey.remove')}
          danger
          needed={needed}
          onClose={close}
          onConfirm={async (proof) => {
            await remove({ passkey_id: open.passkey_id, ...proof })
            close()
            toast.ok(localized(() => i18next.t('two-step:passkey.removed')))
          }}
        />
      )}
      {open === 'off' && (
        <ConfirmCode
          title={t('app.disableTitle')}
          note={t(is_forced ? 'app.disableForced' : 'app.disableText')}
          action={t('app.disable')}
          danger
          needed={needed}
          onClose={close}
          onConfirm={async (input) => {
            await disable(input)
            close()
            toast.ok(localized(() => i18next.t('two-step:app.disabled')))
          }}
        />
      )}
      {open === 'codes' && (
        <ConfirmCode
          title={t('codes.makeTitle')}
          note={t('codes.makeText')}
          action={t('codes.make')}
          needed={needed}
          onClose={close}
          onConfirm={async (input) => {
            setCodes(await makeCodes(input))
            close()
          }}
        />
      )}
      {codes && (
        <Dialog
          open
          compact
          onClose={() => setCodes(undefined)}
          title={t('codes.title')}
          footer={<Button onClick={() => setCodes(undefined)}>{t('codes.stored')}</Button>}
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </>
  )
}

/** The second step of the current user's sign-in: what is set up, and how to change it. */
export function SecondStepPanel() {
  const { t } = useTranslation('two-step')
  const state = useQueryState(secondStepAtom)
  return (
    <section className={styles.section}>
      <h2>{t('title')}</h2>
      <p className={styles.hint}>{t('text')}</p>
      <QueryBoundary
        result={state.result}
        onRetry={() => void state.run()}
        failed={t('failed')}
        waiting={<SkeletonText lines={2} />}
      >
        {(known) => <Factors state={known} />}
      </QueryBoundary>
    </section>
  )
}
