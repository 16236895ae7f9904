#include "app/cli/input.h"

#include <cerrno>
#include <cstring>

#include <poll.h>
#include <unistd.h>

namespace moru::cli {

namespace {

constexpr std::size_t kReadSize = std::size_t { 1 } << 16;
const std::string kWhere = "standard input";

} // namespace

Result<bool> Input::fill()
{
    while (true) {
        pollfd descriptors[] = { { STDIN_FILENO, POLLIN, 0 }, { interrupt_.descriptor(), POLLIN, 0 } };
        if (::poll(descriptors, 2, -1) < 0 && errno != EINTR)
            return failure(ErrorCode::ReadFailed, kWhere, "{}", std::strerror(errno));
        if (interrupt_.isRequested())
            return failure(ErrorCode::Cancelled, kWhere, "stopped while waiting for input");
        if (descriptors[0].revents == 0)
            continue;
        const std::size_t before = buffer_.size();
        buffer_.resize(before + kReadSize);
        const ssize_t count = ::read(STDIN_FILENO, buffer_.data() + before, kReadSize);
        buffer_.resize(before + (count > 0 ? static_cast<std::size_t>(count) : 0));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failure(ErrorCode::ReadFailed, kWhere, "{}", std::strerror(errno));
        return count > 0;
    }
}

Result<std::string> Input::readAll()
{
    while (true) {
        const auto more = fill();
        if (!more)
            return std::unexpected(more.error());
        if (buffer_.size() - begin_ > kLargestRequest) {
            return failure(ErrorCode::InvalidRequest, kWhere, "more than {} bytes", kLargestRequest);
        }
        if (!*more) {
            std::string all = buffer_.substr(begin_);
            begin_ = buffer_.size();
            return all;
        }
    }
}

Result<std::optional<std::string>> Input::readLine()
{
    bool tooLong = false;
    std::size_t searched = begin_;
    while (true) {
        const auto newline = buffer_.find('\n', searched);
        if (newline != std::string::npos) {
            std::string line = tooLong ? std::string() : buffer_.substr(begin_, newline - begin_);
            begin_ = newline + 1;
            if (tooLong)
                return failure(
                    ErrorCode::InvalidRequest, kWhere, "a line of more than {} bytes", kLargestRequest);
            return line;
        }
        buffer_.erase(0, begin_);
        begin_ = 0;
        if (buffer_.size() > kLargestRequest) {
            tooLong = true;
            buffer_.clear();
        }
        searched = buffer_.size();
        const auto more = fill();
        if (!more)
            return std::unexpected(more.error());
        if (*more)
            continue;
        if (tooLong) {
            buffer_.clear();
            return failure(
                ErrorCode::InvalidRequest, kWhere, "a line of more than {} bytes", kLargestRequest);
        }
        if (buffer_.empty())
            return std::nullopt;
        return std::exchange(buffer_, std::string()); // a last line without its end
    }
}

} // namespace moru::cli
