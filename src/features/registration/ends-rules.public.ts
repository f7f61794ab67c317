export {
  type EndAct,
  type EndChange,
  type EndPlan,
  endActs,
  type StayReason,
  stayReasons,
} from './right/ends.rules.ts';
