import { calendarList } from "../generated/tools/calendar-list.js";

export const tool = calendarList.implement((_params, { services }) => ({
  appointments: [...services.calendar],
}));
