export { casWay, endedTicket, ticketHint } from './way.ts'
