import { ToolResult } from "@toolkiln/runtime";
import { calendarCancel } from "../generated/tools/calendar-cancel.js";

export const tool = calendarCancel.implement(({ appointment }, { services: { calendar } }) => {
  if (!calendar.delete(appointment)) return ToolResult.failed(`There is no '${appointment}'.`, "NotFound");
  return { appointments: [...calendar] };
});
