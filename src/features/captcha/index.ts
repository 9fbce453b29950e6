export { findCaptcha, removeEndedCaptchas } from './queries.ts'
export { type CaptchaInput, getCaptchaImage, newCaptcha, requireCaptcha, switchToQuestion } from './service.ts'
