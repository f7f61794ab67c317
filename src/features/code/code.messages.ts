import { defineMessages } from '#kernel/messages/messages.ts';
import { batchWords } from './messages/batch.messages.ts';
import { codeCalendarWords } from './messages/batch-calendar.messages.ts';
import { codeChangeWords } from './messages/change.messages.ts';
import { codeListWords } from './messages/code-list.messages.ts';
import { codeReportWords } from './messages/code-report.messages.ts';
import { deliveryWords } from './messages/delivery.messages.ts';
import { endWords } from './messages/end.messages.ts';
import { handedWords } from './messages/handed.messages.ts';
import { leakWords } from './messages/leak.messages.ts';
import { linkWords } from './messages/link.messages.ts';
import { partnerWords } from './messages/partner.messages.ts';
import { partnerOrderWords } from './messages/partner-orders.messages.ts';
import { printWords } from './messages/print.messages.ts';
import { quantityWords } from './messages/quantity.messages.ts';
import { replaceWords } from './messages/replace.messages.ts';
import { statementWords } from './messages/statement.messages.ts';
import { warningWords } from './messages/warnings.messages.ts';

export const codeMessages = defineMessages({
  en: {
    ...batchWords.en,
    ...quantityWords.en,
    ...codeListWords.en,
    ...codeChangeWords.en,
    ...codeReportWords.en,
    ...replaceWords.en,
    ...statementWords.en,
    ...deliveryWords.en,
    ...handedWords.en,
    ...endWords.en,
    ...leakWords.en,
    ...linkWords.en,
    ...partnerWords.en,
    ...partnerOrderWords.en,
    ...printWords.en,
    ...warningWords.en,
    ...codeCalendarWords.en,
    'code.duplicate': 'The Code is duplicate',
    'code.form_rule': 'A code has exactly 12 characters: A–Z and 0–9.',
  },
  es: {
    ...batchWords.es,
    ...quantityWords.es,
    ...codeListWords.es,
    ...codeChangeWords.es,
    ...codeReportWords.es,
    ...replaceWords.es,
    ...statementWords.es,
    ...deliveryWords.es,
    ...handedWords.es,
    ...endWords.es,
    ...leakWords.es,
    ...linkWords.es,
    ...partnerWords.es,
    ...partnerOrderWords.es,
    ...printWords.es,
    ...warningWords.es,
    ...codeCalendarWords.es,
    'code.duplicate': 'El código está duplicado',
    'code.form_rule': 'Un código tiene exactamente 12 caracteres: A–Z y 0–9.',
  },
  jp: {
    ...batchWords.jp,
    ...quantityWords.jp,
    ...codeListWords.jp,
    ...codeChangeWords.jp,
    ...codeReportWords.jp,
    ...replaceWords.jp,
    ...statementWords.jp,
    ...deliveryWords.jp,
    ...handedWords.jp,
    ...endWords.jp,
    ...leakWords.jp,
    ...linkWords.jp,
    ...partnerWords.jp,
    ...partnerOrderWords.jp,
    ...printWords.jp,
    ...warningWords.jp,
    ...codeCalendarWords.jp,
    'code.duplicate': 'コードが重複しています',
    'code.form_rule': 'コードは英大文字（A～Z）と数字（0～9）の12文字ちょうどです。',
  },
  ko: {
    ...batchWords.ko,
    ...quantityWords.ko,
    ...codeListWords.ko,
    ...codeChangeWords.ko,
    ...codeReportWords.ko,
    ...replaceWords.ko,
    ...statementWords.ko,
    ...deliveryWords.ko,
    ...handedWords.ko,
    ...endWords.ko,
    ...leakWords.ko,
    ...linkWords.ko,
    ...partnerWords.ko,
    ...partnerOrderWords.ko,
    ...printWords.ko,
    ...warningWords.ko,
    ...codeCalendarWords.ko,
    'code.duplicate': '중복된 코드입니다',
    'code.form_rule': '코드는 영문 대문자(A~Z)와 숫자(0~9)로 된 12자여야 합니다.',
  },
  tr: {
    ...batchWords.tr,
    ...quantityWords.tr,
    ...codeListWords.tr,
    ...codeChangeWords.tr,
    ...codeReportWords.tr,
    ...replaceWords.tr,
    ...statementWords.tr,
    ...deliveryWords.tr,
    ...handedWords.tr,
    ...endWords.tr,
    ...leakWords.tr,
    ...linkWords.tr,
    ...partnerWords.tr,
    ...partnerOrderWords.tr,
    ...printWords.tr,
    ...warningWords.tr,
    ...codeCalendarWords.tr,
    'code.duplicate': 'Kod zaten kullanılıyor',
    'code.form_rule': 'Bir kod tam 12 karakterdir: A–Z ve 0–9.',
  },
  causes: {
    ...statementWords.causes,
    ...endWords.causes,
    ...leakWords.causes,
    ...linkWords.causes,
    ...partnerWords.causes,
    ...partnerOrderWords.causes,
    ...printWords.causes,
    ...deliveryWords.causes,
    ...handedWords.causes,
    'code.duplicate': 'A code exists already, in a batch or of an event (409)',
    'code.form_rule': 'A code has another form (422)',
  },
});

export type CodeWords = typeof codeMessages.words;
