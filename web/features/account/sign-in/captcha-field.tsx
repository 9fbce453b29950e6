import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { currentLang, useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { RefreshIcon } from '#web/ui/icons.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import {
  captchaAtom,
  captchaErrorAtom,
  captchaInputAtom,
  dropCaptchaAtom,
  isTextCaptchaAtom,
  newCaptchaAtom,
  setTextCaptchaAtom,
} from './captcha-atoms.ts'
import styles from './captcha-field.module.css'

/** A captcha is valid for 5 minutes; an unanswered one is replaced before it expires. Source: security rules. */
const renewMs = 4.5 * 60_000

/**
 * The code from an image, or the answer to a text question. Its input is named `captcha`.
 *
 * @param invalid whether an error is about it; if an error made the field appear, its input gets the focus
 */
export function CaptchaField({ invalid }: { invalid: boolean }) {
  const { t } = useTranslation('account')
  const lang = currentLang()
  const captcha = useAtomValue(captchaAtom)
  const problem = useAtomValue(captchaErrorAtom)
  const inWords = useAtomValue(isTextCaptchaAtom)
  const [answer, setAnswer] = useAtom(captchaInputAtom)
  const renew = useSetAtom(newCaptchaAtom)
  const askInWords = useSetAtom(setTextCaptchaAtom)
  const isUntouched = answer === ''
  const drop = useSetAtom(dropCaptchaAtom)
  useEffect(() => {
    void renew()
    return drop
  }, [renew, drop])
  useEffect(() => {
    if (!captcha || !isUntouched) return
    const timer = window.setTimeout(() => void renew(), renewMs)
    return () => window.clearTimeout(timer)
  }, [captcha, isUntouched, renew])
  // The question comes from the server and may be in another language.
  const isForeign = captcha !== null && captcha.question !== '' && captcha.lang !== lang
  useEffect(() => {
    if (isForeign) void renew()
  }, [isForeign, renew])
  const image = captcha && !captcha.question
  return (
    <div className={styles.captcha}>
      <p className={styles.question} role="status">
        {captcha?.question}
      </p>
      <div className={styles.row} data-words={inWords || undefined}>
        <Field label={t(inWords ? 'captcha.answer' : 'captcha.code')}>
          <TextInput
            name="captcha"
            size="l"
            value={answer}
            onValue={setAnswer}
            aria-invalid={invalid || undefined}
            autoFocus={invalid}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            inputMode={inWords ? 'numeric' : 'text'}
            spellCheck={false}
            maxLength={20}
          />
        </Field>
        {inWords ? (
          <IconButton label={t('captcha.newQuestion')} onClick={() => void renew()}>
            <RefreshIcon />
          </IconButton>
        ) : (
          <button
            type="button"
            className={styles.picture}
            aria-label={t('captcha.new')}
            title={t('captcha.new')}
            onClick={() => void renew()}
          >
            {image ? (
              <img src={href(`/api/common/showCaptcha?captcha_id=${captcha.captcha_id}`)} alt={t('captcha.picture')} />
            ) : (
              !problem && <Spinner />
            )}
            <span className={styles.renew}>
              <RefreshIcon />
            </span>
          </button>
        )}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem.text}
        </p>
      )}
      <button type="button" className={styles.other} onClick={() => void askInWords(!inWords)}>
        {t(inWords ? 'captcha.showPicture' : 'captcha.cannotSee')}
      </button>
    </div>
  )
}
