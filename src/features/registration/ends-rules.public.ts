export {
  type EndChange,
  type EndAct,
  type EndPlan,
  endActs,
  type StayReason,
  stayReasons,
} from './right/ends.rules.ts';
