export { findCaptcha, removeEndedCaptchas } from './queries.ts'
export { askInstead, type CaptchaInput, newCaptcha, pictureOf, requireCaptcha } from './service.ts'
