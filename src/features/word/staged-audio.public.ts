export { dropAudio, takeAudio, type VerifiedAudio, verifyAudio } from './many/staged-audio.service.ts';
